import type { SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';

/** How long a call was: seconds, and from a minute on minutes. */
function lengthText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** What happened in a room, as a sentence for the reader. */
export function systemText({ kind, actor, user, name, seconds = 0, missed }: SystemLine, ownId: string): string {
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
    case 'call':
      if (missed) return actor._id === ownId ? 'No answer' : `Missed call from ${who}`;
      return `${who} called: ${lengthText(seconds)}`;
  }
}
