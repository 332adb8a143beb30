import { withChosen } from '#features/search/palette.rules.ts';

const nameFor = (userId: string) => `palette:${userId}`;

/** The keys of what a person chose lately in this browser, the last one first. */
export function recentChoices(userId: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameFor(userId)) ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberChoice(userId: string, key: string): void {
  try {
    localStorage.setItem(nameFor(userId), JSON.stringify(withChosen(recentChoices(userId), key)));
  } catch {
    // Storage is blocked, so it isn't remembered.
  }
}
