import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { callOptions, useStartCall } from '#features/meetings/calls.data.ts';
import { currentCall } from '#features/meetings/current-call.ts';
import { openCall } from '#features/meetings/open-call.ts';
import { noteCall } from '#features/meetings/ringing.ts';
import { siteOptions } from '#features/site/public.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { useStore } from '#platform/store.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface CallButtonProps {
  roomId: string;
  /** What the conversation or group is called. */
  title: string;
}

/** Calls the others in a conversation or group, or joins the call that's on. Nothing where the site holds its meetings elsewhere. */
export function CallButton({ roomId, title }: CallButtonProps) {
  const navigate = useNavigate();
  const { username } = useCurrentUser();
  const isIn = useStore(currentCall).joined?.roomId === roomId;
  const isOffered = useQuery(siteOptions).data?.calls === true;
  const { data: call } = useQuery({ ...callOptions(roomId), enabled: isOffered });
  const opened = { roomId, title, path: pathTo('chat', {}, { conversation: roomId }) };
  const start = useStartCall((code) => openCall(navigate, code, opened));
  useEffect(() => {
    // It may have been ringing before this page was opened.
    if (call) noteCall(call, username);
  }, [call, username]);
  if (!isOffered) return null;
  if (call) {
    return (
      <button
        type="button"
        onClick={() => openCall(navigate, call.code, opened)}
        className="inline-flex h-9 shrink-0 items-center gap-2 rounded-full bg-ok px-3.5 [@media(pointer:coarse)]:h-11 font-semibold text-ok-ink text-sm transition-colors hover:bg-ok/85"
      >
        <Phone size={16} aria-hidden="true" />
        <span className="max-[22rem]:sr-only">
          {isIn ? 'Open' : 'Join'}
          <span className="max-sm:sr-only"> the call</span>
        </span>
      </button>
    );
  }
  return (
    <IconButton label="Call" pending={start.isPending} onClick={() => start.mutate(roomId)}>
      <Phone size={18} aria-hidden="true" />
    </IconButton>
  );
}
