import type { Config } from '#platform/config/config.ts';

/** Anything that accepts a cookie, such as Fastify's reply. */
interface Reply {
  header(name: 'set-cookie', value: string): unknown;
}

/** Secure, HTTP-only, for this host only (OWASP ASVS 5.0, 3.3). */
export interface SessionCookie {
  read(request: { headers: { cookie?: string | undefined } }): string | undefined;
  set(reply: Reply, token: string): void;
  clear(reply: Reply): void;
}

/** Tells a browser that it was here before. Grants no access, and stays after logging out. */
export type DeviceCookie = Pick<SessionCookie, 'read' | 'set'>;

/** Days a device cookie lasts: as long as browsers allow. */
export const deviceDays = 400;

/** The format of our tokens. */
const deviceToken = /^[\w-]{43}$/;

/** The session cookie. */
export function sessionCookie(config: Config): SessionCookie {
  return createCookie(config, 'hubbub', config.sessionDays);
}

/** @see DeviceCookie */
export function deviceCookie(config: Config): DeviceCookie {
  const { read, set } = createCookie(config, 'hubbub-device', deviceDays);
  return {
    read(request) {
      const token = read(request);
      return token !== undefined && deviceToken.test(token) ? token : undefined;
    },
    set,
  };
}

function createCookie(config: Config, bareName: string, days: number): SessionCookie {
  const secure = config.publicUrl.startsWith('https:');
  const name = secure ? `__Host-${bareName}` : bareName;
  const prefix = `${name}=`;
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read(request) {
      const header = request.headers.cookie;
      if (header === undefined) return undefined;
      for (const part of header.split(';')) {
        const pair = part.trim();
        if (pair.startsWith(prefix)) return pair.slice(prefix.length) || undefined;
      }
      return undefined;
    },
    set(reply, token) {
      reply.header('set-cookie', `${prefix}${token}; Max-Age=${days * 24 * 60 * 60}${attributes}`);
    },
    clear(reply) {
      reply.header('set-cookie', `${prefix}; Max-Age=0${attributes}`);
    },
  };
}
