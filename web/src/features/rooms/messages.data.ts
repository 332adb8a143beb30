import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { Message, MessageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Act, ActAnswer } from '#features/rooms/acts.rules.ts';
import type { Around } from '#features/rooms/excerpt.rules.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { NotFound } from '#platform/errors.ts';
import { callQueued, type QueuedWrite, waitingWrites } from '#platform/outbox.ts';
import { toast } from '#ui/toast/toasts.ts';

/** What's kept of an act besides its call. */
interface QueuedAct {
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
  const shown = { queue: roomId, shown: { roomId, act } satisfies QueuedAct };
  switch (act.kind) {
    case 'react': {
      const input = { params: { ...params, emoji: act.emoji } };
      return act.added
        ? await callQueued(endpoints.addMessageReaction, input, 'Your reaction', shown)
        : await callQueued(endpoints.removeMessageReaction, input, 'Taking back your reaction', shown);
    }
    case 'edit':
      return await callQueued(endpoints.editMessage, { params, body: { content: act.text } }, 'Your edit', shown);
    case 'delete':
      return await callQueued(endpoints.deleteMessage, { params }, 'Deleting a message', shown);
  }
}

/** The act that something in the outbox is, if it is one. */
export function queuedActOf({ shown }: QueuedWrite): QueuedAct | undefined {
  return typeof shown === 'object' && shown !== null && 'act' in shown ? (shown as QueuedAct) : undefined;
}

/** What the person has done to a room's messages that waits in the outbox, in order. */
export const queuedActsIn = (roomId: string): readonly Act[] =>
  waitingWrites().flatMap((write) => {
    const kept = write.refusal === undefined ? queuedActOf(write) : undefined;
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
export const reactorsOptions = (id: string) =>
  queryOptions({
    queryKey: ['reactors', 'message', id],
    queryFn: async ({ signal }) =>
      (await call(endpoints.listMessageReactions, { params: { message_id: id } }, { signal })).reactions,
    staleTime: 0,
  });

/** The outbox key of the mark that says how far a room was read: only the newest is sent. */
export const readKey = (roomId: string): string => `read ${roomId}`;

/** Makes a message and what came after it unread, for the person's devices alone. */
export const useMarkUnread = () =>
  useChange({
    undone: "the message wasn't marked as unread",
    mutationFn: ({ _id, conversation }: Message) => {
      const before = Number(_id) - 1;
      const up_to = before > 0 ? String(before).padStart(_id.length, '0') : null;
      const input = { params: { room_id: conversation }, body: { up_to } };
      return callQueued(endpoints.setRoomRead, input, 'What you read', { key: readKey(conversation) });
    },
    onSuccess: () => toast.success('Marked as unread'),
  });

/** Opens the thread of a channel's message, which begins if there's none. */
export const useOpenThread = (onSuccess: (room: MessageRoom) => void) =>
  useChange({
    undone: "the thread wasn't opened",
    mutationFn: async ({ _id }: Message) => (await call(endpoints.startThread, { params: { message_id: _id } })).room,
    onSuccess,
  });

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

/** Makes the person follow a thread, or no longer, which shows right away. */
export function useFollowThread(roomId: string) {
  const client = useQueryClient();
  const { queryKey } = threadOptions(roomId);
  const set = (following: boolean) => client.setQueryData(queryKey, (thread) => thread && { ...thread, following });
  return useChange({
    undone: 'what you follow stays as it is',
    mutationFn: async (follows: boolean) => {
      const [endpoint, what] = follows
        ? ([endpoints.followThread, 'Following a thread'] as const)
        : ([endpoints.unfollowThread, 'Unfollowing a thread'] as const);
      await callQueued(endpoint, { params: { room_id: roomId } }, what);
    },
    show: async (follows) => {
      await client.cancelQueries({ queryKey });
      set(follows);
      return { undo: () => set(!follows) };
    },
    onSettled: () => void refreshThreads(client),
  });
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
export const usePin = () =>
  useChange({
    undone: 'the pinned messages stay as they are',
    mutationFn: async ({ _id, pinned }: Message) => {
      const [endpoint, what] = pinned
        ? ([endpoints.unpinMessage, 'Unpinning a message'] as const)
        : ([endpoints.pinMessage, 'Pinning a message'] as const);
      await callQueued(endpoint, { params: { message_id: _id } }, what);
    },
    onSuccess: (_, { pinned }) => toast.success(pinned ? 'Unpinned' : 'Pinned'),
  });

/** Whether the person saved a message. Messages don't say it, so it's asked when somebody is about to change it. */
export const isSavedOptions = (id: string) =>
  queryOptions({
    queryKey: ['message', id, 'saved'],
    queryFn: async ({ signal }) => (await call(endpoints.getMessage, { params: { message_id: id } }, { signal })).saved,
    retry: false,
    staleTime: 0,
  });

interface Saving {
  message: Message;
  isSaved: boolean;
}

/** Saves a message to find it again, or removes it from the saved ones. @param how what shows meanwhile, and what follows */
export function useSaveMessage(how: {
  show?: (given: Saving) => { undo: () => void };
  onSuccess?: (given: Saving) => void;
}) {
  const client = useQueryClient();
  const { show } = how;
  const keep = ({ message, isSaved }: Saving) => client.setQueryData(isSavedOptions(message._id).queryKey, isSaved);
  return useChange({
    undone: "your saved messages haven't changed",
    mutationFn: async ({ message: { _id }, isSaved }: Saving) => {
      const [endpoint, what] = isSaved
        ? ([endpoints.bookmarkMessage, 'Saving a message'] as const)
        : ([endpoints.removeMessageBookmark, 'Removing a message from your saved ones'] as const);
      await callQueued(endpoint, { params: { message_id: _id } }, what);
    },
    ...(show && { show }),
    onWaiting: keep,
    onSuccess: (_, given) => {
      keep(given);
      how.onSuccess?.(given);
    },
  });
}

/** A message and those around it. */
export const loadAround = (id: string): Promise<Around> =>
  call(endpoints.messagesAround, { params: { message_id: id }, query: {} });
