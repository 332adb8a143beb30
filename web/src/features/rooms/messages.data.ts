import type { Reactors } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { Message, MessageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Act, ActAnswer } from '#features/rooms/acts.rules.ts';
import type { Around } from '#features/rooms/excerpt.rules.ts';
import { call } from '#platform/api-client.ts';
import { NotFound } from '#platform/errors.ts';
import { callKept, type KeptWrite, waitingWrites } from '#platform/outbox.ts';

/** What's kept of an act besides its call. */
interface KeptAct {
  roomId: string;
  act: Act;
}

/**
 * Tells the server what the person does to a stored message.
 * @throws {Waiting} if it's kept for later; otherwise as `call`
 */
export async function sendAct(act: Act, roomId: string): Promise<ActAnswer> {
  const params = { message_id: act.messageId };
  // Nothing overtakes what was written before it in the room, nor the other way round.
  const shown = { queue: roomId, shown: { roomId, act } satisfies KeptAct };
  switch (act.kind) {
    case 'react': {
      const input = { params: { ...params, emoji: act.emoji } };
      return act.added
        ? await callKept(endpoints.addMessageReaction, input, 'Your reaction', shown)
        : await callKept(endpoints.removeMessageReaction, input, 'Taking back your reaction', shown);
    }
    case 'edit':
      return await callKept(endpoints.editMessage, { params, body: { content: act.text } }, 'Your edit', shown);
    case 'delete':
      return await callKept(endpoints.deleteMessage, { params }, 'Deleting a message', shown);
  }
}

/** The act that something in the outbox is, if it is one. */
export function keptActOf({ shown }: KeptWrite): KeptAct | undefined {
  return typeof shown === 'object' && shown !== null && 'act' in shown ? (shown as KeptAct) : undefined;
}

/** What the person has done to a room's messages that waits in the outbox, in order. */
export const keptActsIn = (roomId: string): readonly Act[] =>
  waitingWrites().flatMap((write) => {
    const kept = write.refusal === undefined ? keptActOf(write) : undefined;
    return kept?.roomId === roomId ? [kept.act] : [];
  });

/** A message and its room, as its link finds them. */
export const messageOptions = (id: string) =>
  queryOptions({
    queryKey: ['message', id],
    queryFn: ({ signal }) => call(endpoints.getMessage, { params: { message_id: id } }, { signal }),
    retry: false,
  });

/** Who has reacted to a message. */
export const loadReactors = async (id: string): Promise<Reactors> =>
  (await call(endpoints.listMessageReactions, { params: { message_id: id } })).reactions;

/** The key in the outbox of what says how far a room was read: only the newest is sent. */
export const readKey = (roomId: string): string => `read ${roomId}`;

/** Makes a message and what came after it unread, for the person's devices alone. */
export async function markUnread({ _id, conversation }: Message): Promise<void> {
  const before = Number(_id) - 1;
  const up_to = before > 0 ? String(before).padStart(_id.length, '0') : null;
  const input = { params: { room_id: conversation }, body: { up_to } };
  await callKept(endpoints.setRoomRead, input, 'What you read', { key: readKey(conversation) });
}

/** The thread of a channel's message, which begins if there's none. */
export const openThread = async ({ _id }: Message): Promise<MessageRoom> =>
  (await call(endpoints.startThread, { params: { message_id: _id } })).room;

const threadsKey = ['threads'] as const;

/** A thread with the message it's about, and whether the person follows it. */
export const threadOptions = (roomId: string) =>
  queryOptions({
    queryKey: [...threadsKey, roomId],
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) =>
      (await call(endpoints.getThread, { params: { room_id: roomId } }, { signal })).thread,
    retry: (count, error) => !(error instanceof NotFound) && count < 3,
  });

/** The threads that the person follows, the last active first. */
export const followedThreadsOptions = infiniteQueryOptions({
  queryKey: [...threadsKey, 'followed'],
  meta: { offlinePages: 1 },
  queryFn: ({ pageParam, signal }) =>
    call(endpoints.listThreads, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.flatMap(({ threads }) => threads),
});

/** Reads threads again: one of them, or all. */
export const refreshThreads = (client: QueryClient, roomId?: string): Promise<void> =>
  client.invalidateQueries({ queryKey: roomId === undefined ? threadsKey : [...threadsKey, roomId] });

/** Makes the person follow a thread, or no longer. */
export async function setFollowing({ roomId, follows }: { roomId: string; follows: boolean }): Promise<void> {
  const [endpoint, what] = follows
    ? ([endpoints.followThread, 'Following a thread'] as const)
    : ([endpoints.unfollowThread, 'Unfollowing a thread'] as const);
  await callKept(endpoint, { params: { room_id: roomId } }, what);
}

/** A room's pinned messages, the one pinned last first. */
export const pinsOptions = (roomId: string) =>
  queryOptions({
    queryKey: ['pins', roomId],
    meta: { offlinePages: 1 },
    queryFn: async ({ signal }) =>
      (await call(endpoints.listPins, { params: { room_id: roomId } }, { signal })).messages,
    // What was pinned since shows up whenever the list is opened.
    staleTime: 0,
  });

/** Pins a message for everyone in its room, or unpins it. */
export async function setPinned({ _id, pinned }: Message): Promise<void> {
  const [endpoint, what] = pinned
    ? ([endpoints.unpinMessage, 'Unpinning a message'] as const)
    : ([endpoints.pinMessage, 'Pinning a message'] as const);
  await callKept(endpoint, { params: { message_id: _id } }, what);
}

/** Whether the person saved a message. Messages don't say it, so it's asked when somebody is about to change it. */
export const isSavedOptions = (id: string) =>
  queryOptions({
    queryKey: ['message', id, 'saved'],
    queryFn: async ({ signal }) => (await call(endpoints.getMessage, { params: { message_id: id } }, { signal })).saved,
    retry: false,
    staleTime: 0,
  });

/** Saves a message to find it again, or removes it from the saved ones. */
export async function setSaved({ message: { _id }, isSaved }: { message: Message; isSaved: boolean }): Promise<void> {
  const [endpoint, what] = isSaved
    ? ([endpoints.bookmarkMessage, 'Saving a message'] as const)
    : ([endpoints.removeMessageBookmark, 'Removing a message from your saved ones'] as const);
  await callKept(endpoint, { params: { message_id: _id } }, what);
}

/** A message and those around it. */
export const loadAround = (id: string): Promise<Around> =>
  call(endpoints.messagesAround, { params: { message_id: id }, query: {} });
