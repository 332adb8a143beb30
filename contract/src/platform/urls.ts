/** The parts of an address. */
interface Address {
  href: string;
  origin: string;
  protocol: string;
  host: string;
  hostname: string;
  pathname: string;
  search: string;
  hash: string;
  searchParams: { get(name: string): string | null };
}

/** Node and browsers both provide it. */
declare const URL: new (address: string, base?: string) => Address;

/** Reads an address; undefined if it isn't one. @param base what it's relative to */
export function parseUrl(address: string, base?: string): Address | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
