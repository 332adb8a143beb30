import { useEffect } from 'react';
import { CardHost } from '#app/shell/CardHost.tsx';
import { useMessagesAhead } from '#app/shell/use-messages-ahead.ts';
import { useUnread } from '#features/channels/public.ts';
import { useConversationsLive } from '#features/conversations/public.ts';
import { CallHost } from '#features/meetings/public.ts';
import { useNotificationsLive, useShown } from '#features/notifications/public.ts';
import { useSiteTitle } from '#features/site/public.ts';
import { followByHttp } from '#platform/live-checks.ts';
import { noMarks, setMarks } from '#platform/marks.ts';

/** Milliseconds before badges update. A message in the open chat is marked as read within that time. */
const settleTime = 250;

/** Runs next to every page once its first screen is done: the live connection, the unread badges, calls that ring, and cards of people. */
export default function Live() {
  useConversationsLive();
  useNotificationsLive();
  useShown();
  useMessagesAhead();
  useSiteTitle();
  useEffect(followByHttp, []);
  const unread = useUnread() ?? noMarks;
  useEffect(() => {
    const timer = setTimeout(() => setMarks(unread), settleTime);
    return () => clearTimeout(timer);
  }, [unread]);
  return (
    <>
      <CallHost />
      <CardHost />
    </>
  );
}
