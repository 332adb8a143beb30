import { eb } from '#platform/database/expressions.ts';
import { invalid } from '#platform/errors/errors.ts';
import { channel } from './channel.kind.ts';
import type { RoomKind } from './room.kind.ts';

/** Why nobody can write in one. */
export const forTalking = 'This is a voice channel: people talk in it. Write in one of the text channels.';

/** A community's voice channel: people who may use it come and go to talk, and nobody writes. */
export const voice: RoomKind = {
  ...channel,
  name: 'voice',
  hasThreads: false,
  isVoice: true,
  mayWrite: () => eb.lit(false),
  mayMentionEveryone: () => eb.lit(false),
  mayPin: () => eb.lit(false),
  explainRefusal: () => Promise.resolve(invalid(forTalking)),
};
