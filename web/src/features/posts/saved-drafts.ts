import { useEffect, useState } from 'react';
import { nothing, type Written } from '#features/posts/written.rules.ts';
import {
  currentDraft,
  filesOf,
  isKeepable,
  namedDrafts,
  readDraft,
  useDraft,
  useDraftsNamed,
  writeDraft,
} from '#platform/drafts.ts';
import { newId } from '#platform/ids.ts';

/** Posts that somebody began in this browser: the one that's being written, and those that are put aside. */

/** What's put aside. */
export interface SavedDraft extends Written {
  id: string;
  files: readonly File[];
  /** When it was put aside, in ms. */
  at: number;
}

const prefix = 'post-draft:';
const nameOf = (id: string) => prefix + id;

/** How many can be put aside. */
export const mostDrafts = 20;

const isNothing = (written: Written): boolean => Object.values(written).every(({ length }) => length === 0);

/** What's written in a saved draft. Earlier versions of the app saved its text, its poll and what its files show one by one. */
export function writtenIn(saved: unknown): Written {
  const { alts, ...texts }: { readonly [key: string]: unknown } =
    typeof saved === 'string'
      ? { text: saved, poll: currentDraft('post-poll'), alts: currentDraft('post-alts') }
      : Object(saved);
  const written = Object.keys(nothing).map((key) => [key, typeof texts[key] === 'string' ? texts[key] : '']);
  return { ...Object.fromEntries(written), alts: Array.isArray(alts) ? alts.map(String) : [] };
}

/** The post that's being written, without its files. */
const draft = 'post';
export const filesDraft = 'post-files';

export const currentlyWritten = (): Written => writtenIn(currentDraft(draft));

export function keepWritten(change: Partial<Written>): void {
  const next = { ...currentlyWritten(), ...change };
  writeDraft(draft, isNothing(next) ? undefined : next);
}

/** Forgets what's written. */
export function forget(): void {
  writeDraft(draft, undefined);
  writeDraft(filesDraft, []);
}

/** Forgets where a post goes, and when, if nothing else of it is written. */
async function forgetChoices(): Promise<void> {
  const files = await readDraft(filesDraft);
  const { text, poll } = currentlyWritten();
  if (text.trim() === '' && poll === '' && filesOf(files).length === 0) forget();
}

/**
 * What's written, which survives a reload. Where it goes and when stays as it was chosen here, whatever other tabs choose.
 * @param initial what the page's address says about it
 */
export function useWritten(initial: Partial<Written>) {
  const [saved] = useDraft<unknown>(draft, undefined, (value): value is unknown => value !== undefined);
  const [chosen, setChosen] = useState<Partial<Written>>(initial);
  useEffect(() => () => void forgetChoices(), []);
  return {
    written: { ...writtenIn(saved), ...chosen },
    write(change: Partial<Written>) {
      const { text: _text, poll: _poll, alts: _alts, ...choice } = change;
      setChosen((before) => ({ ...before, ...choice }));
      keepWritten({ ...chosen, ...change });
    },
  };
}

const isDraft = (value: unknown): value is Pick<SavedDraft, 'id' | 'at'> & { files?: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value && 'at' in value;

const latestFirst = (values: readonly unknown[]): readonly SavedDraft[] =>
  values
    .filter(isDraft)
    .map((draft) => ({ ...writtenIn(draft), id: draft.id, at: draft.at, files: filesOf(draft.files) }))
    .sort((one, other) => other.at - one.at);

/** Those that somebody has put aside, the latest first. */
export const useSavedDrafts = (): readonly SavedDraft[] => latestFirst(useDraftsNamed(prefix));

/**
 * Puts a post aside.
 * @param from empties the drafts that it was made of; files in two drafts would count twice
 * @param leaving the names of those, and of other drafts that will be deleted
 * @returns why it can't be kept, if it can't: then nothing has changed
 */
export function keepDraft(
  begun: Omit<SavedDraft, 'id' | 'at'>,
  from: () => void,
  leaving: readonly string[],
): string | undefined {
  const others = latestFirst(namedDrafts(prefix)).filter(({ id }) => !leaving.includes(nameOf(id)));
  if (others.length >= mostDrafts) return `You have ${mostDrafts} drafts. Delete one to keep another.`;
  const id = newId();
  const draft: SavedDraft = { ...begun, id, at: Date.now() };
  if (!isKeepable(nameOf(id), draft, leaving)) return "This browser can't keep more files. Delete a draft first.";
  from();
  writeDraft(nameOf(id), draft);
  return undefined;
}

export const deleteDraft = (id: string): void => writeDraft(nameOf(id), undefined);

export const draftNameOf = ({ id }: SavedDraft): string => nameOf(id);
