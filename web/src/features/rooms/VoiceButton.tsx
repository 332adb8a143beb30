import { useRef, useState } from 'react';
import { LateVoiceRecorder } from '#features/rooms/late-voice.ts';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import type { Press } from '#features/rooms/voice.rules.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** Meetings have lucide's microphone in a file of their own, which grows if it's shared. */
const Microphone = () => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className="size-5.5 fill-none stroke-2 stroke-current [stroke-linecap:round] [stroke-linejoin:round]"
  >
    <path d="M12 19v3M19 10v2a7 7 0 0 1-14 0v-2M12 2a3 3 0 0 1 3 3v7a3 3 0 0 1-6 0V5a3 3 0 0 1 3-3Z" />
  </svg>
);

interface VoiceButtonProps {
  onSend: (file: OutgoingFile) => void;
}

/** Records a voice message: as long as it's held, or from one press to the next. */
export function VoiceButton({ onSend }: VoiceButtonProps) {
  const [press, setPress] = useState<Press | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const start = (pointer: number | null, x: number) => {
    if (press === null) setPress({ pointer, x, at: performance.now(), isOver: false });
  };
  const release = () => {
    if (press !== null) press.isOver = true;
  };
  return (
    <>
      <IconButton
        label="Record a voice message"
        ref={button}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // Focus stays where it is, and the finger may leave the button.
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          start(event.pointerId, event.clientX);
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onClick={({ detail }) => detail === 0 && start(null, 0)}
        style={{ touchAction: 'none' }}
      >
        <Microphone />
      </IconButton>
      {press !== null && (
        <LateVoiceRecorder
          press={press}
          onSend={onSend}
          onClose={() => {
            setPress(null);
            if (press.pointer === null) button.current?.focus();
          }}
        />
      )}
    </>
  );
}
