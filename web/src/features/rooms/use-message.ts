import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import { withActs } from '#features/rooms/acts.rules.ts';
import { startEdit, stopComposing, useComposing } from '#features/rooms/composing.ts';
import { followFiles, takeFiles, useDraftFiles } from '#features/rooms/draft-files.ts';
import { draftName } from '#features/rooms/draft-names.ts';
import { sendMessage } from '#features/rooms/outgoing.ts';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import type { Room } from '#features/rooms/timeline.ts';
import { timelineOf } from '#features/rooms/timelines.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { useCurrentUser } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';

/** The person's last message that can be edited, if it's loaded. */
function lastOwn(room: Room, ownId: string) {
  const state = timelineOf(room).state();
  return withActs(state.messages, state).findLast(
    (message) =>
      message.sender._id === ownId &&
      abilitiesOf(message, { own: true, closed: false, moderates: false, pins: false, threads: false }).edit,
  );
}

/**
 * The text and files in a room's field, and how they're sent: as a new message, a reply, or an edit, which has a text of its own. `field`
 * gets the focus after every action.
 * @param more `asks`: sending nothing shows what's missing; `wait`: seconds until a new message can be sent
 */
export function useMessage(
  room: Room,
  { asks, wait, field }: { asks: boolean; wait: number; field: RefObject<HTMLTextAreaElement | null> },
) {
  const { user_id: ownId } = useCurrentUser();
  const composing = useComposing(room.id);
  const edited = composing?.kind === 'edit' ? composing.quoted._id : undefined;
  const [text, setText] = useTextDraft(
    edited === undefined ? draftName('message', room.id) : draftName('edit', edited),
  );
  const draftFiles = useDraftFiles(room.id);
  const chosen = edited === undefined ? draftFiles : [];
  const left = limits.message.text - codePoints(text);
  const blank = text.trim() === '' && chosen.length === 0;
  const isReady = chosen.every(({ ready }) => ready !== null);
  const sendable = !blank && left >= 0 && isReady && (wait === 0 || edited !== undefined);
  /** The files that are being prepared; the message is sent with them as soon as they're ready. */
  const choice = chosen.map(({ id }) => id).join(' ');
  const [goesWith, setGoesWith] = useState('');
  const waiting = choice !== '' && choice === goesWith;

  useEffect(() => followFiles(room.id), [room.id]);

  const cancel = () => {
    // An edit that's given up starts from the message again.
    if (edited !== undefined) setText('');
    stopComposing(room.id);
    field.current?.focus();
  };
  const send = () => {
    if (edited !== undefined) {
      if (!sendable) return;
      const { messages: known } = timelineOf(room).state();
      if (known.find(({ _id }) => _id === edited)?.message !== text) timelineOf(room).edit(edited, text);
      cancel();
      return;
    }
    if (wait > 0) return;
    if (blank && asks) void showAlert(messages.messageOrImage);
    if (!isReady && left >= 0) setGoesWith(choice);
    if (!sendable) return;
    timelineOf(room).showNewest();
    sendMessage(room, text.trim() === '' ? '' : text, takeFiles(room.id), composing?.quoted);
    setText('');
    cancel();
  };
  const sendWaiting = useEffectEvent(send);
  useEffect(() => {
    if (waiting && isReady) sendWaiting();
  }, [waiting, isReady]);
  const sendVoice = (file: OutgoingFile) => {
    timelineOf(room).showNewest();
    sendMessage(room, '', [file], composing?.quoted);
    stopComposing(room.id);
  };
  const keepWaiting = () => {
    setGoesWith('');
    field.current?.focus();
  };
  const editLast = (event: SyntheticEvent) => {
    const message = lastOwn(room, ownId);
    if (message === undefined) return;
    event.preventDefault();
    startEdit(room.id, message);
  };
  return { text, setText, composing, cancel, chosen, left, sendable, waiting, send, sendVoice, keepWaiting, editLast };
}
