/** The doctor's finding about one thing. */
export interface Finding {
  /** What was checked, such as `database`. */
  about: string;
  /** `failed`: something doesn't work; `warning`: it works, but won't always; `off`: it isn't set up, and doesn't have to be. */
  state: 'ok' | 'warning' | 'failed' | 'off';
  /** A sentence: what the doctor found. */
  found: string;
  /** A sentence: what to do; for `warning` and `failed`. */
  fix?: string;
}

/** Shorthands for findings about one thing. */
export function findingsAbout(about: string) {
  return {
    ok: (found: string): Finding => ({ about, state: 'ok', found }),
    off: (found: string): Finding => ({ about, state: 'off', found }),
    warning: (found: string, fix: string): Finding => ({ about, state: 'warning', found, fix }),
    failed: (found: string, fix: string): Finding => ({ about, state: 'failed', found, fix }),
  };
}
