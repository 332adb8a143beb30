import { limits } from './limits.ts';
import { parseUrl } from './urls.ts';

/** The domains that mail servers understand: ASCII, ending in letters or punycode. */
const pattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/;

export const isEmail = (text: string): boolean => text.length <= limits.email.max && pattern.test(text);

/** Letters, digits and marks of any script, hyphens, and the dots that input methods write. */
const international = /^(?=.*[^\0-\x7f])(?:[\p{L}\p{N}\p{M}.。．｡-]|\u200c|\u200d)+$/u;

/** An international domain in ASCII (punycode), as mail servers take it; every other text as it is. */
export function asciiDomain(domain: string): string {
  if (!international.test(domain)) return domain;
  return parseUrl(`http://${domain}`)?.hostname ?? domain;
}

/** An address whose domain is in ASCII; what isn't an address stays as it is. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}
