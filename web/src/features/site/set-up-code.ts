import { readStored, writeStored } from '#platform/browser-storage.ts';

const key = 'set_up_code';

/**
 * Keeps a set-up link's code while the person who opened it creates an account or logs in: the activation mail may open another tab. The
 * code works once, and is taken out again at the next log-in.
 */
export const keepSetUpCode = (code: string): void => writeStored(key, code);

/** The code that was kept, once. */
export function takeSetUpCode(): string | undefined {
  const code = readStored(key);
  writeStored(key, null);
  return code ?? undefined;
}
