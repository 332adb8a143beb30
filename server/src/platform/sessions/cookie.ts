import type { Config } from '#platform/config/config.ts';

/** What takes a cookie: Fastify's reply is one. */
interface Reply {
  header(name: 'set-cookie', value: string): unknown;
}

/** Secure, http-only, for this host alone (OWASP ASVS 5.0, 3.3). */
export interface SessionCookie {
  read(request: { headers: { cookie?: string | undefined } }): string | undefined;
  set(reply: Reply, token: string): void;
  clear(reply: Reply): void;
}

/** Tells a browser again that it was here before. Opens nothing, and stays when somebody logs out. */
export type DeviceCookie = Pick<SessionCookie, 'read' | 'set'>;

/** Days that a device cookie stays: as long as browsers let it. */
export const deviceDays = 400;

/** What a token of ours looks like. */
const deviceToken = /^[\w-]{43}$/;

/** The cookie of the session. */
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
