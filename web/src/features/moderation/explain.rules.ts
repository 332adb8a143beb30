import type { explainedActions } from '@hubbub/contract/features/moderation/explain.endpoints.ts';

type Actions = typeof explainedActions;

/** What the form offers; comments and messages have no name that somebody could type. */
export type ThingKind = Exclude<keyof Actions, 'comment' | 'message'>;

const actionNames: { [Kind in ThingKind]: Record<Actions[Kind][number], string> } = {
  community: {
    view: 'See it',
    join: 'Join it',
    post: 'Post to it',
    create_channel: 'Create channels in it',
    ban: 'Ban people from it',
    edit: 'Change it',
  },
  channel: { view: 'See it', write: 'Write in it', manage: 'Change it' },
  post: { view: 'See it', vote: 'Vote on it', comment: 'Comment on it', edit: 'Edit it', delete: 'Delete it' },
  user: { view: 'See their profile', message: 'Message them', mention: 'Mention them', follow: 'Follow them' },
};

/** What people do with a kind of thing, for a list to choose from. */
export const actionChoices = (kind: ThingKind): { value: string; label: string }[] =>
  Object.entries(actionNames[kind]).map(([value, label]) => ({ value, label }));

/** An action that a kind of thing has: the given one, or seeing it. */
export const actionOf = (kind: ThingKind, action: string): string => (action in actionNames[kind] ? action : 'view');

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/** A username or handle as people type it. */
export const typedName = (text: string): string => text.trim().replace(/^@/, '');

/** A thing's id in what people type or paste: a post's link has its id. */
export const typedId = (kind: ThingKind, text: string): string =>
  kind === 'post' ? (uuid.exec(text)?.[0] ?? text.trim()) : typedName(text);

const missing: Record<ThingKind, string> = {
  community: "Enter the community's handle.",
  channel: 'Choose a channel.',
  post: 'Paste the link to the post.',
  user: 'Enter a username.',
};

/** A question as it stands in the form. `text`: a handle, a link or a username, as typed; `channel`: the one chosen, or blank. */
export interface TypedQuestion {
  username: string;
  kind: ThingKind;
  text: string;
  channel: string;
  action: string;
}

/** The question, or what's missing from it, by field. */
export function questionOf({ username, kind, text, channel, action }: TypedQuestion) {
  const id = kind === 'channel' ? channel : typedId(kind, text);
  const thingField = kind === 'channel' ? 'channel' : 'text';
  const faults = {
    ...(typedName(username) === '' && { username: "Enter the username of the person you're asking about." }),
    ...(id === '' && { [thingField]: missing[kind] }),
  };
  return { question: { username: typedName(username), kind, id, action: actionOf(kind, action) }, faults };
}
