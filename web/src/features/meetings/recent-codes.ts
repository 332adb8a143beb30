/** How many codes are kept. */
const most = 10;
const key = 'meeting_codes';

/** The codes of the meetings opened last in this browser, the latest first. A log-out forgets them. */
export function recentCodes(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a code in front of those that are kept. */
export function keepCode(code: string): void {
  try {
    const others = recentCodes().filter((other) => other !== code);
    localStorage.setItem(key, JSON.stringify([code, ...others].slice(0, most)));
  } catch {
    // Storage is blocked or full: the code stays in the browser's own history.
  }
}
