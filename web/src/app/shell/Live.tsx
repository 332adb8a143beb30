import { useEffect } from 'react';
import { useConversationsLive, useUnreadConversations } from '#features/conversations/public.ts';
import { setUnreadMark } from '#platform/marks.ts';

/** Beside every page, once its first screen is done: the live connection, and the mark of unread conversations. Draws nothing. */
export default function Live() {
  useConversationsLive();
  const unread = useUnreadConversations();
  useEffect(() => setUnreadMark(unread), [unread]);
  return null;
}
