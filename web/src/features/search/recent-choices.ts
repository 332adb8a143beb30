import { withChosen } from '#features/search/palette.rules.ts';
import { readStored, textsIn, writeStored } from '#platform/browser-storage.ts';

const nameFor = (userId: string) => `palette:${userId}`;

/** The keys of what a person chose lately in this browser, the last one first. */
export const recentChoices = (userId: string): string[] => textsIn(readStored(nameFor(userId)));

export const rememberChoice = (userId: string, key: string): void =>
  writeStored(nameFor(userId), JSON.stringify(withChosen(recentChoices(userId), key)));
