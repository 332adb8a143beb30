import ipaddr from 'ipaddr.js';
import type { Inside } from '#platform/config/inside.ts';

type Address = ReturnType<typeof ipaddr.parse>;

/** The only IPv6 addresses that are assigned to the public internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses that the library counts as unicast although they aren't, or lead elsewhere: special-purpose blocks of IANA's registries, IPv4
 * inside IPv6, and the address at which Azure's machines find their host.
 */
const exceptions = {
  ipv4: ['168.63.129.16/32', '192.0.0.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.175.48.0/24'],
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
};
const exceptNetworks = {
  ipv4: exceptions.ipv4.map((network) => ipaddr.IPv4.parseCIDR(network)),
  ipv6: exceptions.ipv6.map((network) => ipaddr.IPv6.parseCIDR(network)),
};

/** Whether an address is one of the public internet's, of a single machine. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !exceptNetworks.ipv4.some((network) => address.match(network));
  return (
    address.zoneId === undefined &&
    address.match(globalUnicast) &&
    !exceptNetworks.ipv6.some((network) => address.match(network))
  );
}

/** Whether two texts are the same address, an IPv4 address inside IPv6 being itself. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    ipaddr.isValid(one) && ipaddr.isValid(other) && ipaddr.process(one).toString() === ipaddr.process(other).toString()
  );
}

const matches = (address: Address, network: string): boolean => {
  const [start, length] = ipaddr.parseCIDR(network);
  return address.kind() === start.kind() && address.match(start as never, length);
};

/** Whether the host allows requests to an address and port on its own network. */
export const isAllowedInside = (inside: readonly Inside[], text: string, port: number): boolean =>
  ipaddr.isValid(text) &&
  inside.some((one) => (one.port === null || one.port === port) && matches(ipaddr.parse(text), one.network));

/** Endings of names that aren't part of the public DNS. */
const insideEndings =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|onion|test|invalid|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/** Whether a host name, in lowercase and without a dot at its end, is one that the public DNS can have. */
export const isPublicName = (host: string): boolean =>
  host.length <= 253 && /^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})+$/.test(host) && !insideEndings.test(host);
