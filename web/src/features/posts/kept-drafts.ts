import { filesOf, isKeepable, namedDrafts, useDraftsNamed, writeDraft } from '#platform/drafts.ts';

/** Posts that somebody began and put aside, in this browser. */

/** What's put aside. */
export interface Begun {
  text: string;
  /** As the poll's own draft; empty: it has none. */
  poll: string;
  files: readonly File[];
  /** What its files show, in their order. */
  alts: readonly string[];
  /** The handle and the name of the community that it's for; empty: it's for everyone. */
  place: string;
  placeName: string;
  /** The id of the post that it quotes; empty: it quotes none. */
  quote: string;
  /** When it's to be published, as the field for it has it; empty: as soon as it's shared. */
  time: string;
}

export interface KeptDraft extends Begun {
  id: string;
  /** When it was put aside, in ms. */
  at: number;
}

const prefix = 'post-draft:';
const nameOf = (id: string) => prefix + id;

/** As many are kept. */
export const mostDrafts = 20;

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { id, at, text, poll, alts, files } = value as Partial<Record<keyof KeptDraft, unknown>>;
  const areTexts = [id, text, poll].every((each) => typeof each === 'string');
  return areTexts && typeof at === 'number' && Array.isArray(files) && Array.isArray(alts);
}

/** What a draft has that was kept before there was more than texts and files. */
const without = { place: '', placeName: '', quote: '', time: '' };

const latestFirst = (values: readonly unknown[]): readonly KeptDraft[] =>
  values
    .filter(isDraft)
    .map((draft) => ({ ...without, ...draft, files: filesOf(draft.files) }))
    .sort((one, other) => other.at - one.at);

/** Those that somebody has put aside, the latest first. */
export const useKeptDrafts = (): readonly KeptDraft[] => latestFirst(useDraftsNamed(prefix));

/**
 * Puts a post aside.
 * @param from empties the drafts that it comes from; files that are in two drafts would count twice
 * @param leaving the names of those, and of others that go
 * @returns why it can't be kept, if it can't: then nothing has changed
 */
export function keepDraft(begun: Begun, from: () => void, leaving: readonly string[]): string | undefined {
  const others = latestFirst(namedDrafts(prefix)).filter(({ id }) => !leaving.includes(nameOf(id)));
  if (others.length >= mostDrafts) return `You have ${mostDrafts} drafts. Delete one to keep another.`;
  const id = crypto.randomUUID();
  const draft: KeptDraft = { ...begun, id, at: Date.now() };
  if (!isKeepable(nameOf(id), draft, leaving)) return "This browser can't keep more files. Delete a draft first.";
  from();
  writeDraft(nameOf(id), draft);
  return undefined;
}

export const deleteDraft = (id: string): void => writeDraft(nameOf(id), undefined);

export const draftNameOf = ({ id }: KeptDraft): string => nameOf(id);
