import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { abilitiesOf } from '#features/messages/abilities.rules.ts';
import { withActs } from '#features/messages/acts.rules.ts';
import { startEdit, stopComposing, useComposing } from '#features/messages/composing.ts';
import { followImage, takeImage, useDraftImage } from '#features/messages/draft-images.ts';
import { draftName } from '#features/messages/draft-names.ts';
import type { Room } from '#features/messages/timeline.ts';
import { timelineOf } from '#features/messages/timelines.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { useCurrentUser } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';

/** The person's last message that can be edited, if it's loaded. */
function lastOwn(room: Room, ownId: string) {
  const { messages: known, acts } = timelineOf(room).state();
  return withActs(known, acts).findLast(
    (message) =>
      message.sender._id === ownId && abilitiesOf(message, { own: true, closed: false, moderates: false }).edit,
  );
}

/**
 * The text and picture in a room's field, and how they're sent: as a new message, a reply, or an edit, which has a text of its own. `field`
 * gets the focus after every action.
 */
export function useMessage(room: Room, images: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const { user_id: ownId } = useCurrentUser();
  const composing = useComposing(room.id);
  const edited = composing?.kind === 'edit' ? composing.quoted._id : undefined;
  const [text, setText] = useTextDraft(
    edited === undefined ? draftName('message', room.id) : draftName('edit', edited),
  );
  const draftImage = useDraftImage(room.id);
  const chosen = edited === undefined ? draftImage : undefined;
  const left = limits.message.text - codePoints(text);
  const blank = text.trim() === '' && chosen === undefined;
  const sendable = !blank && left >= 0 && chosen?.ready !== false;
  /** The choice of the picture that's being prepared; the message is sent with it as soon as it's ready. */
  const [goesWith, setGoesWith] = useState<number>();
  const waiting = chosen !== undefined && chosen.choice === goesWith;

  useEffect(() => {
    return images ? followImage(room.id) : undefined;
  }, [images, room.id]);

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
    if (blank && images) void showAlert(messages.messageOrImage);
    if (chosen?.ready === false && left >= 0) setGoesWith(chosen.choice);
    if (!sendable) return;
    timelineOf(room).send(text.trim() === '' ? '' : text, images ? takeImage(room.id) : null, composing?.quoted);
    setText('');
    cancel();
  };
  const isReady = chosen?.ready;
  const sendWaiting = useEffectEvent(send);
  useEffect(() => {
    if (waiting && isReady) sendWaiting();
  }, [waiting, isReady]);
  const keepWaiting = () => {
    setGoesWith(undefined);
    field.current?.focus();
  };
  const editLast = (event: SyntheticEvent) => {
    const message = lastOwn(room, ownId);
    if (message === undefined) return;
    event.preventDefault();
    startEdit(room.id, message);
  };
  return { text, setText, composing, cancel, chosen, left, sendable, waiting, send, keepWaiting, editLast };
}
