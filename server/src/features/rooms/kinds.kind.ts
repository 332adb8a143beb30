import { channel } from './channel.kind.ts';
import { conversation } from './conversation.kind.ts';
import { group } from './group.kind.ts';
import type { RoomKind } from './room.kind.ts';
import { thread } from './thread.kind.ts';
import { voice } from './voice.kind.ts';

/** The registration: every kind of room there is. */
export const kinds: readonly RoomKind[] = [conversation, group, channel, thread, voice];

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

/** The kind with this name. @throws {Error} for one that isn't registered */
export function kindOf(name: string): RoomKind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`There is no kind of room ${name}.`);
  return kind;
}
