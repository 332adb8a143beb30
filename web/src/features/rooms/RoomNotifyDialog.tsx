import type { RoomNotify } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useState } from 'react';
import { useSetRoomNotify } from '#features/rooms/room-notify.data.ts';
import { endOf, type Span } from '#features/rooms/room-notify.rules.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { RadioList } from '#ui/radio-list/RadioList.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { toast } from '#ui/toast/toasts.ts';

const choices = [
  { value: 'all', label: 'All messages', hint: "You're notified of every message." },
  { value: 'mentions', label: 'Mentions only', hint: "You're notified of messages that mention you." },
  { value: 'none', label: 'Nothing', hint: "It's muted, and doesn't count as unread." },
] as const;

const spans = [
  { value: 'always', label: 'Until I change it' },
  { value: 'hour', label: 'For an hour' },
  { value: 'tomorrow', label: 'Until tomorrow' },
] as const;

interface RoomNotifyDialogProps {
  roomId: string;
  /** What it's called, as in "Notifications for # tea". */
  name: string;
  notify: RoomNotify;
  onSaved: (notify: RoomNotify) => void;
  onClose: () => void;
}

/** Chooses the notifications of a conversation or channel, and for how long. */
export default function RoomNotifyDialog({ roomId, name, notify, onSaved, onClose }: RoomNotifyDialogProps) {
  const [choice, setChoice] = useState(notify);
  const [span, setSpan] = useState<Span>('always');
  const change = useSetRoomNotify(roomId, (chosen) => {
    toast.success('Changes saved');
    onSaved(chosen);
    onClose();
  });

  function save(): void {
    change.mutate({ notify: choice, until: endOf(span, new Date()) });
  }

  return (
    <FormDialog
      title={`Notifications for ${name}`}
      action="Save"
      form={{ submit: save, error: change.fault, pending: change.isPending }}
      onClose={onClose}
    >
      <RadioList asCards label="What you're notified of" value={choice} onChange={setChoice} options={choices} />
      <Segmented label="For how long" value={span} onValueChange={setSpan} options={spans} />
    </FormDialog>
  );
}
