import type { IncomingMessage } from 'node:http';
import type { Config } from '#platform/config/config.ts';

const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * Whether a `host` header names this machine. A web page can point its own name at this machine and then read whatever is answered (DNS
 * rebinding); the header still has that name.
 */
const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && loopbackHost.test(host);

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i;

/**
 * Headers that proxies, tunnels and CDNs add to forwarded requests. A browser on this machine sends none of them, so one is enough to
 * tell that someone else is asking, whatever the connection and `host` say.
 */
const forwardingHeader =
  /^(forwarded|via|max-forwards|client-ip|true-client-ip|front-end-https|x-(forwarded|real-ip|(cluster-)?client-ip|proxyuser-ip|remote-(ip|addr)|original|rewrite-url|scheme|host$|envoy|amz|arr|azure|appengine|vercel|nf|varnish|ngrok).*|(proxy|wl-proxy|cf|cdn|fastly|fly|tailscale|ngrok)-.+)$/;

/** Whether a request comes straight from this machine, under one of its own names: for what no one else may read. */
export function isFromThisMachine({ raw }: { raw: Pick<IncomingMessage, 'headers' | 'socket'> }): boolean {
  return (
    loopbackAddress.test(raw.socket.remoteAddress ?? '') &&
    isLoopbackHost(raw.headers.host) &&
    !Object.keys(raw.headers).some((name) => forwardingHeader.test(name))
  );
}

/**
 * Whether an origin's pages may make calls with the session: the public one, those in CORS_ORIGINS and, reached by a loopback name, the
 * very host that was asked (localhost and 127.0.0.1 are the same server).
 */
function isAllowedOrigin(config: Config, origin: string, host: string | undefined): boolean {
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return isLoopbackHost(host) && origin === `http://${host}`;
}

/** Whether an unsafe request comes from another site's page. Clients that aren't browsers send neither header (OWASP ASVS 5.0, 3.5). */
export function isForeign(
  config: Config,
  headers: { origin?: string | undefined; host?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined },
): boolean {
  if (headers.origin !== undefined) return !isAllowedOrigin(config, headers.origin, headers.host);
  return headers['sec-fetch-site'] === 'cross-site';
}
