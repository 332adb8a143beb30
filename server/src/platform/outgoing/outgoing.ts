import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Inside } from '#platform/config/inside.ts';
import { isAllowedInside, isPublicAddress, isPublicName, isSameAddress } from './addresses.ts';
import { readBody } from './body.ts';
import { OutgoingError, type OutgoingFault } from './outgoing-error.ts';

export { OutgoingError } from './outgoing-error.ts';

/** What a request may bring back. */
export interface Wanted {
  /** Media types, such as `text/html`; anything else is refused before its body is read. */
  types: readonly string[];
  /** Keeps the beginning of a longer body instead of refusing it. */
  mayCut?: boolean;
  signal?: AbortSignal | undefined;
}

export interface Received {
  /** Where it was found, after redirects. */
  url: URL;
  type: string;
  /** As the server named it, such as `iso-8859-1`. */
  charset: string | undefined;
  body: Buffer;
}

/**
 * The only way to send requests to addresses that people give: to the public internet only, wherever redirects and the DNS lead, on the
 * usual ports, without cookies, credentials or a proxy, within 5 s and 1 MB (docs/decisions/0015).
 */
export interface Outgoing {
  /** @throws {OutgoingError} */
  get(address: string, wanted: Wanted): Promise<Received>;
  /**
   * Sends something to an address, and reads nothing but the answer's status. A redirect is an answer like any other.
   * @throws {OutgoingError} it wasn't sent, or nobody knows whether it was
   */
  post(address: string, posted: Posted): Promise<Answered>;
  /** Whether a request to an address may be unencrypted: the host allows it on its own network. */
  takesPlain(address: string): boolean;
}

/** The request. */
export interface Posted {
  body: Uint8Array;
  headers: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface Answered {
  status: number;
  /** The `retry-after` header. */
  retryAfter: string | undefined;
}

export interface OutgoingOptions {
  /** The site's public address; it's named in the requests, but no request is ever sent to it. */
  publicUrl: string;
  /** The parts of its own network that the host allows. */
  inside?: readonly Inside[];
  /** Looks up a host's addresses; in the DNS unless given. */
  resolve?: (host: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Milliseconds in total. */
  patience?: number;
}

/** Bytes, as sent and decompressed. */
const maxBytes = 1024 * 1024;
const maxHeaderBytes = 16 * 1024;
const maxAddress = 2048;
const maxRedirects = 5;
const patienceMs = 5000;
const ports = new Set([80, 443]);
const redirects = new Set([301, 302, 303, 307, 308]);
/** How long the server's own addresses are kept. */
const ownMs = 60_000;

/** Not the system's `lookup`: it reads the hosts file, and a slow name would hold one of the process's few threads. */
async function resolveByDns(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const isReal = (host: string) => host.replace(/\.$/, '').toLowerCase();

/** @throws {OutgoingError} for anything that isn't an ordinary address of a page */
function readAddress(text: string, base?: URL): URL {
  if (text.length > maxAddress || !URL.canParse(text, base?.href)) throw new OutgoingError('address');
  const url = new URL(text, base?.href);
  if (!/^https?:$/.test(url.protocol)) throw new OutgoingError('protocol');
  if (url.username !== '' || url.password !== '') throw new OutgoingError('credentials');
  url.hash = '';
  return url;
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80));
/** Of a URL; IPv6 without its brackets. */
const hostOf = (url: URL) => isReal(url.hostname.replace(/^\[|\]$/g, ''));

/** What's wrong with a host and port of the public internet, before its addresses are known. */
function faultOutside(host: string, port: number): OutgoingFault | undefined {
  if (!ports.has(port)) return 'port';
  return isIP(host) !== 0 || isPublicName(host) ? undefined : 'inside';
}

/** Finds the addresses of a URL's host to connect to, all of them checked. @throws {OutgoingError} if one of them isn't allowed */
type Check = (url: URL, signal: AbortSignal) => Promise<string[]>;

function createCheck({ publicUrl, inside = [], resolve }: OutgoingOptions): Check {
  const own = new URL(publicUrl);
  const resolveHost = resolve ?? resolveByDns;
  let ownAddresses: { at: number; list: Promise<string[]> } | undefined;

  /** The addresses of this machine and of the public address: services that answer there may trust the server. */
  const findOwn = (signal: AbortSignal): Promise<string[]> => {
    const now = performance.now();
    if (!ownAddresses || now - ownAddresses.at > ownMs) {
      const here = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
      const list = isIP(hostOf(own))
        ? Promise.resolve([hostOf(own), ...here])
        : resolveHost(hostOf(own), signal).then(
            (named) => [...named, ...here],
            () => here,
          );
      ownAddresses = { at: now, list };
    }
    return ownAddresses.list;
  };

  return async (url, signal) => {
    const [host, port] = [hostOf(url), portOf(url)];
    if (host === hostOf(own) && port === portOf(own)) throw new OutgoingError('own');
    const isLiteral = isIP(host) !== 0;
    const fault = faultOutside(host, port);
    if (fault && inside.length === 0) throw new OutgoingError(fault);
    const addresses = isLiteral ? [host] : await untilAborted(resolveHost(host, signal), signal);
    if (addresses.length === 0) throw new OutgoingError('unreachable');
    const outside = addresses.filter((address) => !isAllowedInside(inside, address, port));
    if (outside.length === 0) return [...addresses];
    if (fault) throw new OutgoingError(fault);
    if (!outside.every(isPublicAddress)) throw new OutgoingError('inside');
    const owned = await untilAborted(findOwn(signal), signal);
    const isOwn = (address: string) => owned.some((one) => isSameAddress(one, address));
    if (outside.some(isOwn)) throw new OutgoingError('own');
    return [...addresses];
  };
}

/** Creates it. */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { publicUrl, inside = [], patience } = options;
  const check = createCheck(options);
  const userAgent = `Mozilla/5.0 (compatible; HubbubPreview/1.0; +${new URL(publicUrl).origin})`;

  /** Limits a request's time. @throws {OutgoingError} */
  const within = async <T>(given: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const limit = AbortSignal.timeout(patience ?? patienceMs);
    try {
      return await work(given ? AbortSignal.any([limit, given]) : limit);
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw new OutgoingError(limit.aborted ? 'slow' : 'unreachable', { cause: error });
    }
  };

  return {
    get: (address, { types, mayCut = false, signal: given }) =>
      within(given, async (signal) => {
        const headers = { 'user-agent': userAgent, accept: types.join(', '), 'accept-encoding': 'gzip, deflate, br' };
        let url = readAddress(address);
        for (let hops = 0; hops <= maxRedirects; hops += 1) {
          const response = await send(url, await check(url, signal), { signal, headers });
          try {
            if (redirects.has(response.statusCode ?? 0)) {
              url = readAddress(response.headers.location ?? '', url);
              continue;
            }
            const { type, charset } = accept(response, types);
            return { url, type, charset, body: await readBody(response, { maxBytes, mayCut }) };
          } finally {
            response.destroy();
          }
        }
        throw new OutgoingError('redirects');
      }),

    post: (address, { body, headers, signal: given }) =>
      within(given, async (signal) => {
        const url = readAddress(address);
        const all = { 'user-agent': userAgent, 'content-length': String(body.length), ...headers };
        const response = await send(url, await check(url, signal), { signal, headers: all, body });
        response.destroy();
        return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      }),

    takesPlain(address) {
      const url = readAddress(address);
      return isAllowedInside(inside, hostOf(url), portOf(url));
    },
  };
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** @throws {OutgoingError} */
function accept({ statusCode = 0, headers }: IncomingMessage, types: readonly string[]) {
  if (statusCode !== 200) throw new OutgoingError(statusCode >= 500 || statusCode === 429 ? 'unreachable' : 'status');
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (!types.includes(type.trim())) throw new OutgoingError('type');
  const charset = /^\s*charset="?([\w.:-]{1,40})"?\s*$/.exec(parameters.find((one) => one.includes('charset')) ?? '');
  return { type: type.trim(), charset: charset?.[1] };
}

/** One request, to one of the addresses that were checked, whatever the DNS says by now. */
async function send(
  url: URL,
  addresses: readonly string[],
  { signal, headers, body }: { signal: AbortSignal; headers: Record<string, string>; body?: Uint8Array },
): Promise<IncomingMessage> {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, options, done) => {
    const [first] = checked;
    if (options.all || !first) done(null, checked);
    else done(null, first.address, first.family);
  };
  // What the host allows inside was checked with its port; the agent checks the rest a second time, as it connects.
  const agentOptions = {
    keepAlive: false,
    allowIPAddressList: addresses.filter((address) => !isPublicAddress(address)),
  };
  const isSecure = url.protocol === 'https:';
  const options: RequestOptions = {
    method: body ? 'POST' : 'GET',
    signal,
    lookup,
    maxHeaderSize: maxHeaderBytes,
    agent: isSecure ? new RequestFilteringHttpsAgent(agentOptions) : new RequestFilteringHttpAgent(agentOptions),
    headers,
  };
  return await new Promise((resolve, reject) => {
    const request = (isSecure ? requestSecure : requestPlain)(url, options);
    request.on('response', (response) => {
      // The reader gets the error; afterwards it's ignored.
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new OutgoingError('status'));
    });
    request.on('error', reject);
    request.end(body);
  });
}
