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

/** The session cookie. */
export function sessionCookie(config: Config): SessionCookie {
  return createCookie(config, 'hubbub', config.sessionDays);
}

/** A cookie with these properties and another name. @param days how long browsers keep it */
export function createCookie(config: Config, bareName: string, days: number): SessionCookie {
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
