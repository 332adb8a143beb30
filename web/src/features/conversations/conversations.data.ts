import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { ConversationChange, MessageChange, ReadChange } from '@hubbub/contract/features/rooms/rooms.events.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import {
  inOrder,
  withChangedMessage,
  withDeleted,
  withMessage,
  withRead,
  withReadByOther,
} from '#features/conversations/conversations.rules.ts';
import { forgetRoom, type Room, readKey } from '#features/rooms/public.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { isHandled, NotFound, Waiting } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { callQueued } from '#platform/outbox.ts';
import { storedUser } from '#platform/session.ts';

interface Page {
  conversations: Conversation[];
  next: string | null;
}

/** How many pages are refetched after a lost connection; those further down are fetched again on scroll. */
const refetchedPages = 3;

/** The caller's conversations, most recent activity first, 100 at a time. */
export const conversationsOptions = infiniteQueryOptions({
  queryKey: ['conversations'],
  meta: { offlinePages: 1 },
  queryFn: ({ pageParam, signal }): Promise<Page> =>
    call(endpoints.listConversations, { query: { before: pageParam, groups: 'true' } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
  select: ({ pages }) => inOrder(pages.flatMap(({ conversations }) => conversations)),
  staleTime: 60_000,
});

/** Starts loading the list, or takes it from the page. */
export function prefetchConversations(client: QueryClient): void {
  if (storedUser() !== null) void client.prefetchInfiniteQuery(conversationsOptions);
}

const { queryKey } = conversationsOptions;

/**
 * One conversation, for a URL that names one further down than the list has loaded. Null: the person has no such conversation. That
 * isn't refetched, because a message that brings it back arrives on its own.
 */
export function conversationOptions(id: string) {
  return queryOptions({
    queryKey: ['conversation', id],
    meta: { offlinePages: 1 },
    // Not canceled by the page that closes: the list may be waiting for the same answer.
    queryFn: async (): Promise<Conversation | null> => {
      try {
        return (await call(endpoints.readConversation, { params: { conversation_id: id } })).conversation;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 0),
  });
}

type Pages = InfiniteData<Page, string | undefined>;

function change(client: QueryClient, next: (all: readonly Conversation[]) => readonly Conversation[]): void {
  client.setQueryData<Pages>(queryKey, (data) => {
    if (data === undefined) return undefined;
    return {
      ...data,
      pages: data.pages.map((page) => ({ ...page, conversations: [...next(page.conversations)] })),
    };
  });
  // A request that's already in flight doesn't include the change.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
}

function patch(client: QueryClient, id: string, next: (conversation: Conversation) => Conversation): void {
  change(client, (all) => all.map((conversation) => (conversation._id === id ? next(conversation) : conversation)));
  client.setQueryData(conversationOptions(id).queryKey, (conversation) => conversation && next(conversation));
}

/** The conversations in the list that have been loaded so far. */
const listed = (client: QueryClient): readonly Conversation[] =>
  client.getQueryData<Pages>(queryKey)?.pages.flatMap(({ conversations }) => conversations) ?? [];

const known = (client: QueryClient, id: string) => listed(client).find(({ _id }) => _id === id);

/** When any other conversation last had activity. */
const latestBeside = (client: QueryClient, id: string): string =>
  listed(client).reduce((latest, { _id, updated_at }) => (_id !== id && updated_at > latest ? updated_at : latest), '');

function place(client: QueryClient, conversation: Conversation): void {
  if (known(client, conversation._id) !== undefined) {
    patch(client, conversation._id, () => conversation);
    return;
  }
  client.setQueryData<Pages>(queryKey, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    return { ...data, pages: [{ ...first, conversations: [conversation, ...first.conversations] }, ...others] };
  });
  // A request that's already in flight doesn't know about it.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
}

async function fetchInto(client: QueryClient, id: string): Promise<void> {
  try {
    const conversation = await client.fetchQuery({ ...conversationOptions(id), staleTime: 0 });
    if (conversation !== null) place(client, conversation);
  } catch (error) {
    if (!isHandled(error)) logError("Couldn't read a conversation", error);
  }
}

let isAskedAgain = false;

/** Whether the list has been loaded. If its first request is in flight, it's made again: its answer may be from before what just happened. */
function isLoaded(client: QueryClient): boolean {
  if (client.getQueryData(queryKey) !== undefined) return true;
  if (!isAskedAgain && client.isFetching({ queryKey }) > 0) {
    isAskedAgain = true;
    const askAgain = () => {
      isAskedAgain = false;
      void client.invalidateQueries({ queryKey });
    };
    client.ensureInfiniteQueryData(conversationsOptions).then(askAgain, askAgain);
  }
  return false;
}

/** A message arrived in some conversation: updates its preview, unread badge and position. */
export function applyMessage(client: QueryClient, message: Message, ownId: string): void {
  const id = message.conversation;
  if (!isLoaded(client)) return;
  const add = () =>
    patch(client, id, (conversation) => withMessage(conversation, message, ownId, latestBeside(client, id)));
  if (known(client, id) === undefined) void fetchInto(client, id).then(add);
  else add();
}

/**
 * A conversation changed on another of the caller's devices. If that device knew about other messages than this one, or made some unread,
 * the conversation is refetched: this one doesn't know which.
 */
export function applyChange(client: QueryClient, change: ConversationChange): void {
  const { conversation: id, changed, unread, last_message_id } = change;
  const here = known(client, id);
  const newest = here?.last_message_id ?? null;
  const isNewerHere = newest !== null && newest > (last_message_id ?? '');
  // People who have left a group no longer see anything of it.
  if (changed === 'deleted' && (here?.is_group || !isNewerHere)) dropConversation(client, id);
  else if (changed === 'read' && (here === undefined || (newest === last_message_id && unread <= here.unread)))
    patch(client, id, (conversation) => withRead(conversation, last_message_id, unread));
  else if (isLoaded(client)) void fetchInto(client, id);
}

/** A message of some conversation has changed; its preview may be about it. */
export function applyChangedMessage(client: QueryClient, { change: { kind }, ...message }: MessageChange): void {
  if (kind === 'reaction' || kind === 'link') return;
  patch(client, message.conversation, (conversation) => withChangedMessage(conversation, message));
}

/** The other person has read a conversation up to a message. */
export const applyReadByOther = (client: QueryClient, read: ReadChange): void =>
  patch(client, read.conversation, (conversation) => withReadByOther(conversation, read));

/** Someone deleted their account: everyone with a conversation with them sees the deleted user. */
export function applyDeleted(client: QueryClient, userId: string): void {
  change(client, (all) => all.map((conversation) => withDeleted(conversation, userId)));
  client.setQueriesData<Conversation | null>(
    { queryKey: ['conversation'] },
    (conversation) => conversation && withDeleted(conversation, userId),
  );
}

/** Changes made while disconnected. */
export function refetchConversations(client: QueryClient): void {
  client.setQueryData<Pages>(queryKey, (data) => {
    if (data === undefined || data.pages.length <= refetchedPages) return data;
    return { pages: data.pages.slice(0, refetchedPages), pageParams: data.pageParams.slice(0, refetchedPages) };
  });
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: ['conversation'], predicate: ({ state }) => state.data !== null });
}

/** The conversation with a person, existing or new. Resolves to its id. */
export async function openConversation(client: QueryClient, username: string): Promise<string> {
  const { newConversation } = await call(endpoints.openConversation, { body: { username } });
  client.setQueryData(conversationOptions(newConversation._id).queryKey, newConversation);
  place(client, newConversation);
  return newConversation._id;
}

interface GroupChange {
  name?: string;
  removedProfile?: 'true' | 'false';
  profile_pic?: readonly File[];
}

function showGroup(client: QueryClient, conversation: Conversation): void {
  patch(client, conversation._id, () => conversation);
}

async function updateGroup(client: QueryClient, id: string, form: GroupChange): Promise<void> {
  const { conversation } = await call(endpoints.updateGroup, { params: { conversation_id: id }, form });
  showGroup(client, conversation);
}

/** Changes a group's name or picture. */
export function useUpdateGroup(id: string) {
  const client = useQueryClient();
  return useChange({ fails: 'here', mutationFn: (form: GroupChange) => updateGroup(client, id, form) });
}

/** Adds people to a group, one after another. */
export function useAddMembers(id: string, onSuccess: () => void) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async (usernames: readonly string[]) => {
      for (const username of usernames) {
        const { conversation } = await call(endpoints.addGroupMember, { params: { conversation_id: id, username } });
        showGroup(client, conversation);
      }
    },
    onSuccess,
  });
}

/** Makes a group, and gives it its picture. Resolves to its id. */
export function useCreateGroup() {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async ({
      profile_pic,
      ...body
    }: {
      usernames: string[];
      name: string;
      profile_pic?: readonly File[];
    }) => {
      const { newConversation } = await call(endpoints.openConversation, { body });
      const { _id: id } = newConversation;
      client.setQueryData(conversationOptions(id).queryKey, newConversation);
      place(client, newConversation);
      if (profile_pic !== undefined) await updateGroup(client, id, { profile_pic });
      return id;
    },
  });
}

/** Removes somebody from a group. */
export function useRemoveMember(id: string) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (username: string) => call(endpoints.removeGroupMember, { params: { conversation_id: id, username } }),
    onSuccess: (_, username) =>
      patch(client, id, (group) => ({
        ...group,
        members: group.members.filter((member) => member.username !== username),
      })),
  });
}

/** Everything up to a message was seen: clears the unread badge right away, here and on other devices. */
export async function markRead(client: QueryClient, id: string, messageId: string): Promise<void> {
  patch(client, id, (conversation) => withRead(conversation, messageId, 0));
  try {
    const input = { params: { conversation_id: id }, body: { message_id: messageId } };
    await callQueued(endpoints.markConversationRead, input, 'What you read', { key: readKey(id) });
  } catch (error) {
    if (!isHandled(error)) logError("Couldn't mark a conversation as read", error);
  }
}

/** The person chose a conversation's notifications. */
export const applyNotify = (client: QueryClient, id: string, notify: Conversation['notify']): void =>
  patch(client, id, (conversation) => ({ ...conversation, notify }));

/** Accepts a message request. */
export function useAcceptRequest(id: string) {
  const client = useQueryClient();
  const accepted = () => patch(client, id, ({ request: _, ...conversation }) => conversation);
  return useChange({
    mutationFn: () =>
      callQueued(endpoints.acceptConversation, { params: { conversation_id: id } }, 'Accepting a message request'),
    onWaiting: accepted,
    onSuccess: accepted,
  });
}

function dropConversation(client: QueryClient, id: string): void {
  change(client, (all) => all.filter(({ _id }) => _id !== id));
  // Marked as deleted, not as unknown, so that a page still showing it doesn't request it.
  client.setQueryData(conversationOptions(id).queryKey, null);
  forgetRoom(id);
}

/** Deletes a conversation for the caller; the other person keeps it. If a message arrived meanwhile and brought it back, it stays. */
export function useDeleteConversation(onDeleted: (id: string) => void) {
  const client = useQueryClient();
  const newest = (id: string) => known(client, id)?.last_message_id ?? null;
  return useChange({
    fails: 'alert',
    failed: messages.deleteConversationFailed,
    mutationFn: async (id: string) => {
      const before = newest(id);
      try {
        const what = known(client, id)?.is_group ? 'Leaving a group' : 'Deleting a conversation';
        await callQueued(endpoints.deleteConversation, { params: { conversation_id: id } }, what);
      } catch (error) {
        // Another device deleted it first, or it's kept for later.
        if (!(error instanceof NotFound || error instanceof Waiting)) throw error;
      }
      if (newest(id) === before) dropConversation(client, id);
    },
    onSuccess: (_, id) => onDeleted(id),
  });
}

const rooms = new Map<string, Room>();

/** A conversation as a `Room`; the same object for the same conversation. */
export function conversationRoom(id: string): Room {
  const made = rooms.get(id);
  if (made !== undefined) return made;
  const room: Room = {
    id,
    load: (query) => call(endpoints.listMessages, { params: { conversation_id: id }, query }),
    endpoint: endpoints.sendMessage,
  };
  rooms.set(id, room);
  return room;
}
