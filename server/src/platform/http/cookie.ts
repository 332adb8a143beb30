import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.ts';

/** Secure, http-only, for this host alone (OWASP ASVS 5.0, 3.3). */
export interface SessionCookie {
  read(request: { headers: { cookie?: string | undefined } }): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function sessionCookie(config: Config): SessionCookie {
  const secure = config.publicUrl.startsWith('https:');
  const name = secure ? '__Host-hubbub' : 'hubbub';
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
      reply.header('set-cookie', `${prefix}${token}; Max-Age=${config.sessionDays * 24 * 60 * 60}${attributes}`);
    },
    clear(reply) {
      reply.header('set-cookie', `${prefix}; Max-Age=0${attributes}`);
    },
  };
}
