import type { SystemLine } from '@hubbub/contract/features/messages/messages.shapes.ts';

/** What happened in a group, as a sentence for the reader. */
export function systemText({ kind, actor, user, name }: SystemLine, ownId: string): string {
  const who = actor._id === ownId ? 'You' : actor.name;
  const whom = user?._id === ownId && ownId !== '' ? 'you' : (user?.name ?? 'somebody');
  switch (kind) {
    case 'created':
      return `${who} created the group`;
    case 'added':
      return `${who} added ${whom}`;
    case 'removed':
      return `${who} removed ${whom}`;
    case 'left':
      return `${who} left`;
    case 'renamed':
      return name == null ? `${who} removed the group's name` : `${who} renamed the group to “${name}”`;
    case 'picture':
      return `${who} changed the group's picture`;
  }
}
