const key = 'set_up_code';

/**
 * Keeps a set-up link's code while the person who opened it creates an account or logs in: the activation mail may open another tab. The
 * code works once, and is taken out again at the next log-in.
 */
export function keepSetUpCode(code: string): void {
  try {
    localStorage.setItem(key, code);
  } catch {
    // Storage is blocked: the link can be opened again.
  }
}

/** The code that was kept, once. */
export function takeSetUpCode(): string | undefined {
  try {
    const code = localStorage.getItem(key);
    localStorage.removeItem(key);
    return code ?? undefined;
  } catch {
    return undefined;
  }
}
