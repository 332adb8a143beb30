import type { QueryClient } from '@tanstack/react-query';
import { Ban, Volume2, VolumeX } from 'lucide-react';
import { changeRelation } from '#features/relations/relations.data.ts';
import type { Relation } from '#features/relations/turned-away.ts';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { storedUser } from '#platform/session.ts';
import { confirm } from '#ui/alerts/alerts.ts';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import type { Subject } from '#ui/dropdown-menu/subject-menu.ts';
import { toast } from '#ui/toast/toasts.ts';

/** What the confirmation says will happen. */
const consequences = {
  block:
    "You won't see each other's posts, comments and profiles, and you can't message each other. In communities you share, their messages are collapsed. They won't be told.",
  mute: "Their posts disappear from your feed. You can still open their profile and message each other. They won't be told.",
};

const words = {
  block: { act: 'Block', done: 'is blocked' },
  mute: { act: 'Mute', done: 'is muted' },
};

async function attempt(work: Promise<void>, success: string): Promise<void> {
  try {
    await work;
    toast.success(success);
  } catch (error) {
    if (isHandled(error)) return;
    logError("Couldn't block or mute somebody", error);
    toast.error(errorTexts(error).join('\n'));
  }
}

/** Asks, then blocks or mutes. */
async function ask(client: QueryClient, relation: Relation, username: string): Promise<void> {
  const { act, done } = words[relation];
  const options = {
    details: consequences[relation],
    confirmLabel: act,
    cancelLabel: 'Cancel',
    danger: relation === 'block',
  };
  if (!(await confirm(`${act} @${username}?`, options))) return;
  await attempt(changeRelation(client, relation, { username, isGiven: true }), `@${username} ${done}`);
}

/** Asks, then blocks. */
export const block = (client: QueryClient, username: string): Promise<void> => ask(client, 'block', username);

/** Takes a block or mute back. */
export const undo = (client: QueryClient, relation: Relation, username: string): Promise<void> =>
  attempt(
    changeRelation(client, relation, { username, isGiven: false }),
    `@${username} is no longer ${relation === 'block' ? 'blocked' : 'muted'}`,
  );

/** Mute and Block, for anything that somebody else made. */
export const relationItems =
  (client: QueryClient) =>
  ({ username, muted }: Subject): MenuItem[] => {
    if (username === null || username.toLowerCase() === storedUser()?.username.toLowerCase()) return [];
    return [
      muted
        ? { label: `Unmute @${username}`, icon: Volume2, onSelect: () => void undo(client, 'mute', username) }
        : { label: `Mute @${username}`, icon: VolumeX, onSelect: () => void ask(client, 'mute', username) },
      { label: `Block @${username}`, icon: Ban, danger: true, onSelect: () => void ask(client, 'block', username) },
    ];
  };
