import { codeOf } from './message.ts';

/** What's wrong with a server's certificate, and what to do; undefined: the fault isn't its certificate. */
export function certificateFault(error: unknown, host: string): { found: string; fix: string } | undefined {
  const code = codeOf(error);
  if (code === 'CERT_HAS_EXPIRED')
    return { found: `${host} answers, but its certificate has expired.`, fix: 'Renew it.' };
  if (code === 'CERT_NOT_YET_VALID')
    return {
      found: `${host} answers, but its certificate isn't valid yet.`,
      fix: "Correct the clocks, or wait until it's valid.",
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { found: `${host} answers, but its certificate is for another name.`, fix: `Get one for ${host}.` };
  if (
    !/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY)_\w+|CERT_UNTRUSTED)$/.test(
      code,
    )
  )
    return undefined;
  return {
    found: `${host} answers, but this machine doesn't trust its certificate (${code}).`,
    fix: "If an authority of your own issued it, set NODE_EXTRA_CA_CERTS to the file with that authority's certificate, and restart the server. Otherwise make the server there send its whole chain.",
  };
}
