import { isIPv6 } from 'node:net';

/**
 * What a limit per address counts: an IPv4 address as it is, an IPv6 address by its /64, the network that one household or server gets.
 * An IPv4-mapped address (::ffff:192.0.2.1) is the IPv4 address. Requests without an address, because the connection is already gone,
 * are counted together.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const bare = address.split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(bare)) return bare;

  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  // A dotted ending stands for two groups.
  const rightGroups = right.length + (right.at(-1)?.includes('.') ? 1 : 0);
  const gap = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - rightGroups)).fill('0');
  const network = [...left, ...gap, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The /48 of an IPv6 network, which is what a site gets; any other network as it is. @param network as returned by `networkOf` */
export function widerNetworkOf(network: string): string {
  const groups = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network)?.[1];
  return groups === undefined ? network : `${groups}::/48`;
}
