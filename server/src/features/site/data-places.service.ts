import { parse } from 'tldts';

/**
 * The domain that whoever runs a service has registered: `example.com` for `smtps://user:password@mail.example.com`. Undefined for
 * addresses in numbers, and for names that aren't public.
 */
export function serviceOf(address: string): string | undefined {
  // STUN's and TURN's addresses have no slashes, before which the parser expects the query.
  const { domain, isIcann } = parse(address.replace(/\?.*/, '').replace(/^[a-z][a-z\d+.-]*:(\/\/)?/i, 'https://'));
  return isIcann ? (domain ?? undefined) : undefined;
}
