import * as endpoints from '@hubbub/contract/features/messages/messages.endpoints.ts';
import type { Message, MessageRoom } from '@hubbub/contract/features/messages/messages.shapes.ts';
import type { Reactors } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Act, ActAnswer } from '#features/messages/acts.rules.ts';
import type { Around } from '#features/messages/excerpt.rules.ts';
import { call } from '#platform/api-client.ts';
import { NotFound } from '#platform/errors.ts';

/** Tells the server what the person does to a stored message. */
export async function sendAct(act: Act): Promise<ActAnswer> {
  const params = { message_id: act.messageId };
  switch (act.kind) {
    case 'react': {
      const endpoint = act.added ? endpoints.addMessageReaction : endpoints.removeMessageReaction;
      return await call(endpoint, { params: { ...params, emoji: act.emoji } });
    }
    case 'edit':
      return { message: (await call(endpoints.editMessage, { params, body: { content: act.text } })).message };
    case 'delete':
      await call(endpoints.deleteMessage, { params });
      return {};
  }
}

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

/** Makes a message and what came after it unread, for the person's devices alone. */
export async function markUnread({ _id, conversation }: Message): Promise<void> {
  const before = Number(_id) - 1;
  const up_to = before > 0 ? String(before).padStart(_id.length, '0') : null;
  await call(endpoints.setRoomRead, { params: { room_id: conversation }, body: { up_to } });
}

/** The thread of a channel's message, which begins if there's none. */
export const openThread = async ({ _id }: Message): Promise<MessageRoom> =>
  (await call(endpoints.startThread, { params: { message_id: _id } })).room;

const threadsKey = ['threads'] as const;

/** A thread with the message it's about, and whether the person follows it. */
export const threadOptions = (roomId: string) =>
  queryOptions({
    queryKey: [...threadsKey, roomId],
    queryFn: async ({ signal }) =>
      (await call(endpoints.getThread, { params: { room_id: roomId } }, { signal })).thread,
    retry: (count, error) => !(error instanceof NotFound) && count < 3,
  });

/** The threads that the person follows, the last active first. */
export const followedThreadsOptions = infiniteQueryOptions({
  queryKey: [...threadsKey, 'followed'],
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
  await call(follows ? endpoints.followThread : endpoints.unfollowThread, { params: { room_id: roomId } });
}

/** A room's pinned messages, the one pinned last first. */
export const pinsOptions = (roomId: string) =>
  queryOptions({
    queryKey: ['pins', roomId],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listPins, { params: { room_id: roomId } }, { signal })).messages,
    // What was pinned since shows up whenever the list is opened.
    staleTime: 0,
  });

/** Pins a message for everyone in its room, or unpins it. */
export async function setPinned({ _id, pinned }: Message): Promise<void> {
  await call(pinned ? endpoints.unpinMessage : endpoints.pinMessage, { params: { message_id: _id } });
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
  const endpoint = isSaved ? endpoints.bookmarkMessage : endpoints.removeMessageBookmark;
  await call(endpoint, { params: { message_id: _id } });
}

/** A message and those around it. */
export const loadAround = (id: string): Promise<Around> =>
  call(endpoints.messagesAround, { params: { message_id: id }, query: {} });
