import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { z } from 'zod';

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The path of a file with certificates, which are read into these. */
export const authoritiesFile = z.string().transform((path, context) => {
  try {
    const found = readFileSync(path, 'utf8').match(certificate);
    if (found !== null) return found;
  } catch {
    // The sentence says what the file must be.
  }
  context.addIssue({ code: 'invalid_format', format: 'file', input: path });
  return z.NEVER;
});

/** Trusts these authorities, too. Node itself does so only if they're in its environment before it reads `--env-file`. */
export function trustAuthorities(certificates: readonly string[] | undefined): void {
  if (certificates === undefined) return;
  setDefaultCACertificates([...getCACertificates('default'), ...certificates]);
}
