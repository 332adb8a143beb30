import { useEffect } from 'react';
import { useUnreadChannels } from '#features/channels/public.ts';
import { useConversationsLive, useUnreadConversations } from '#features/conversations/public.ts';
import { setMarks } from '#platform/marks.ts';

/** Milliseconds in which what came to the room that one looks at is marked as read. */
const settleTime = 250;

/** Beside every page, once its first screen is done: the live connection, and the marks of what is unread. Draws nothing. */
export default function Live() {
  useConversationsLive();
  const conversations = useUnreadConversations();
  const channels = useUnreadChannels();
  useEffect(() => {
    const timer = setTimeout(() => setMarks({ conversations, channels }), settleTime);
    return () => clearTimeout(timer);
  }, [conversations, channels]);
  return null;
}
