import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A part of the host's own network to which requests are allowed: a network, on one port or all. */
export interface Inside {
  /** Such as `10.1.0.0/16`; a single address has its full length. */
  network: string;
  /** Null: every port. */
  port: number | null;
}

/** Reads `10.1.0.0/16`, `10.1.2.3:8080`, `[fd00::1]:8080`, `fd00::/8`; undefined for anything else. */
export function readInside(text: string): Inside | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^\s[\]]+?))(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  // Without brackets, it's the end of an IPv6 address, not a port.
  const network = bracketed ?? (text.split(':').length > 2 ? text.trim() : plain);
  const number = bracketed === undefined && network !== plain ? undefined : port;
  if (network === undefined || Number(number ?? 1) > 65_535 || number === '0') return undefined;
  const written = network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`;
  // Not the library's short forms, such as 10.1.
  if (!ipaddr.isValidCIDR(written) || !/^(\d+\.){3}\d+\/|:/.test(written)) return undefined;
  return { network: written, port: number === undefined ? null : Number(number) };
}

/** Several of them, as a setting. */
export const insideList = z.array(z.string()).transform((texts, context) => {
  const networks = texts.map(readInside);
  if (networks.every((network) => network !== undefined)) return networks;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});
