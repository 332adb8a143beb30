import { parse } from 'tldts';

/**
 * The domain that a service's operator has registered: `example.com` for `smtps://user:password@mail.example.com`. Undefined for IP
 * addresses, and for names that aren't public.
 */
export function serviceOf(address: string): string | undefined {
  // STUN's and TURN's addresses have no slashes, before which the parser expects the query.
  const { domain, isIcann } = parse(address.replace(/\?.*/, '').replace(/^[a-z][a-z\d+.-]*:(\/\/)?/i, 'https://'));
  return isIcann ? (domain ?? undefined) : undefined;
}
