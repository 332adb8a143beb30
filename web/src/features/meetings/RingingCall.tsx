import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { isQuietAt } from '@hubbub/contract/platform/quiet.ts';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Phone, PhoneOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { conversationOptions, groupTitle } from '#features/conversations/public.ts';
import { useDeclineCall } from '#features/meetings/calls.data.ts';
import { openCall } from '#features/meetings/open-call.ts';
import { stopRinging } from '#features/meetings/ringing.ts';
import { startRingtone } from '#features/meetings/ringtone.ts';
import { settingsOptions } from '#features/notifications/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { useLayer } from '#ui/layer/layers.ts';

/** Rings unless the person turned that off, or wants quiet now. */
function useRingtone(): void {
  const { data: settings } = useQuery(settingsOptions);
  const isHeard = settings?.ringtone === true && !isQuietAt(settings.quiet, new Date());
  useEffect(() => (isHeard ? startRingtone() : undefined), [isHeard]);
}

/** Moves the focus here, unless the person is typing, and back at the end. */
function useFocus() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const isTyping = before?.matches('input, textarea, select, [contenteditable=true]') === true;
    if (!isTyping) box.current?.focus({ preventScroll: true });
    return () => {
      if (!isTyping && before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);
  return box;
}

interface AnswerProps {
  label: string;
  icon: LucideIcon;
  className: string;
  onClick: () => void;
}

/** A round button with its word below it on a phone, and beside its icon elsewhere. */
function Answer({ label, icon: Icon, className, onClick }: AnswerProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="group flex flex-col items-center gap-2 rounded-control font-semibold text-sm md:flex-1"
    >
      <span
        className={cx(
          'inline-flex size-18 items-center justify-center gap-2 rounded-full transition-colors md:h-11 md:w-full md:rounded-control',
          className,
        )}
      >
        <Icon className="size-7 md:size-5" aria-hidden="true" />
        <span aria-hidden="true" className="hidden md:inline">
          {label}
        </span>
      </span>
      <span className="md:sr-only">{label}</span>
    </button>
  );
}

interface RingingCallProps {
  call: Call;
  /** The person has answered it already, from its notification. */
  isAnswered: boolean;
}

/** A call that rings: a card on a desktop, the whole screen on a phone. Escape, and there Back, puts it away without declining it. */
export function RingingCall({ call, isAnswered }: RingingCallProps) {
  const { call_id: callId, room_id: roomId, code, started_by: caller } = call;
  const navigate = useNavigate();
  const { user_id: ownId } = useCurrentUser();
  const { data: conversation } = useQuery(conversationOptions(roomId));
  const [title, box] = [useId(), useFocus()];
  const covers = !useMediaQuery('(min-width: 768px)');
  useLayer(covers, () => stopRinging(callId));
  useRingtone();
  const name = caller.name ?? caller.username;
  const group = conversation?.is_group ? groupTitle(conversation, ownId) : undefined;

  const accept = () => {
    stopRinging(callId);
    openCall(navigate, code, { roomId, title: group ?? name, path: pathTo('chat', {}, { conversation: roomId }) });
  };
  const acceptNow = useEffectEvent(accept);
  useEffect(() => {
    if (isAnswered) acceptNow();
  }, [isAnswered]);
  const { mutate } = useDeclineCall();
  const decline = () => {
    stopRinging(callId);
    mutate(callId);
  };
  return (
    <div
      ref={box}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') stopRinging(callId);
      }}
      className="fixed inset-0 z-50 flex animate-rise flex-col items-center justify-between gap-6 bg-surface px-8 pt-[max(5rem,env(safe-area-inset-top))] pb-[max(4rem,env(safe-area-inset-bottom))] outline-none md:inset-auto md:top-5 md:right-5 md:w-88 md:items-stretch md:gap-5 md:rounded-card md:border md:border-line md:p-5 md:shadow-float"
    >
      <div className="flex min-w-0 max-w-full flex-col items-center gap-5 text-center md:flex-row md:gap-4 md:text-start">
        <span className="relative inline-flex shrink-0">
          <span
            aria-hidden="true"
            className="absolute inset-0 rounded-full bg-ok/40 motion-safe:animate-breathe md:-inset-1"
          />
          <span className="relative md:hidden">
            <Avatar {...avatarUrls(caller.profile_path)} size={112} eager />
          </span>
          <span className="relative hidden md:inline-flex">
            <Avatar {...avatarUrls(caller.profile_path)} size={56} eager />
          </span>
        </span>
        <span className="min-w-0 max-w-full">
          <h2 id={title} dir="auto" className="truncate font-bold font-sans text-2xl md:text-lg">
            {name}
          </h2>
          <span className="block truncate text-muted md:text-sm">
            {group === undefined ? 'is calling you' : `is calling ${group}`}
          </span>
        </span>
        <span role="status" className="sr-only">
          {name} is calling
        </span>
      </div>
      <div className="flex w-full max-w-xs justify-between gap-3 md:max-w-none">
        <Answer
          label="Decline"
          icon={PhoneOff}
          className="bg-danger text-danger-ink group-hover:bg-danger-hover"
          onClick={decline}
        />
        <Answer label="Accept" icon={Phone} className="bg-ok text-ok-ink group-hover:bg-ok/85" onClick={accept} />
      </div>
    </div>
  );
}
