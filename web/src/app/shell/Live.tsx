import { useEffect } from 'react';
import { useUnreadChannels } from '#features/channels/public.ts';
import { useConversationsLive, useUnreadConversations } from '#features/conversations/public.ts';
import { useUnreadNotifications } from '#features/notifications/public.ts';
import { setMarks } from '#platform/marks.ts';

/** Milliseconds before badges update. A message in the open chat is marked as read within that time. */
const settleTime = 250;

/** Runs next to every page once its first screen is done: the live connection and the unread badges. Renders nothing. */
export default function Live() {
  useConversationsLive();
  const conversations = useUnreadConversations();
  const channels = useUnreadChannels();
  const notifications = useUnreadNotifications();
  useEffect(() => {
    const timer = setTimeout(() => setMarks({ notifications, conversations, channels }), settleTime);
    return () => clearTimeout(timer);
  }, [notifications, conversations, channels]);
  return null;
}
