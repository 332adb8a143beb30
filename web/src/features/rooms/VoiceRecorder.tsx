import { ChevronLeft, SendHorizontal, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { outgoingFile } from '#features/rooms/choose-files.ts';
import { type Recording, startRecording } from '#features/rooms/recorder.ts';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import { afterRelease, barCount, cancelDistance, type Press } from '#features/rooms/voice.rules.ts';
import { logError } from '#platform/log.ts';
import { clockTime } from '#platform/time.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** Milliseconds between two bars of the waveform. */
const barTime = 100;

function reasonOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return "Hubbub can't use your microphone. Allow it in your browser's settings for this site, and try again.";
  if (name === 'NotFoundError') return "We couldn't find a microphone. Connect one and try again.";
  return "We couldn't start recording. Another app may be using your microphone.";
}

type Phase = { is: 'starting' } | { is: 'recording'; recording: Recording } | { is: 'failed'; reason: string };

/** Records from the first render until the component is gone. */
function useRecording() {
  const [phase, setPhase] = useState<Phase>({ is: 'starting' });
  useEffect(() => {
    let isOver = false;
    let recording: Recording | undefined;
    startRecording().then(
      (started) => {
        recording = started;
        if (isOver) started.cancel();
        else setPhase({ is: 'recording', recording: started });
      },
      (error: unknown) => {
        logError("A recording couldn't start", error);
        if (!isOver) setPhase({ is: 'failed', reason: reasonOf(error) });
      },
    );
    return () => {
      isOver = true;
      recording?.cancel();
    };
  }, []);
  return phase;
}

/** How long and how loud it has been so far. */
function useLevels(recording: Recording | undefined) {
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (recording === undefined) return;
    const start = performance.now();
    const timer = setInterval(() => {
      setSeconds((performance.now() - start) / 1000);
      const level = recording.level();
      setLevels((before) => [...before.slice(1 - barCount), level]);
    }, barTime);
    return () => clearInterval(timer);
  }, [recording]);
  return { levels, seconds };
}

interface HoldOptions {
  press: Press;
  isRecording: boolean;
  onSend: () => void;
  onCancel: () => void;
}

/** Whether the person is holding the button, and how far they have slid away from it. */
function useHold({ press, isRecording, onSend, onCancel }: HoldOptions) {
  const [held, setHeld] = useState(press.pointer !== null && !press.isOver);
  const [slid, setSlid] = useState(0);
  const onMove = useEffectEvent((event: PointerEvent) => {
    if (held && event.pointerId === press.pointer) setSlid(Math.max(0, press.x - event.clientX));
  });
  const onUp = useEffectEvent((event: PointerEvent) => {
    if (!held || event.pointerId !== press.pointer) return;
    setHeld(false);
    setSlid(0);
    const end = afterRelease({ held: performance.now() - press.at, slid: Math.max(0, press.x - event.clientX) });
    if (end === 'cancel') onCancel();
    // Answering the browser's question about the microphone takes the finger from the button.
    else if (end === 'send' && isRecording && event.type === 'pointerup') onSend();
  });
  useEffect(() => {
    const move = (event: PointerEvent) => onMove(event);
    const up = (event: PointerEvent) => onUp(event);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
    };
  }, []);
  return { held, slid };
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="absolute inset-0 z-10 flex items-center gap-2 rounded-card bg-raised px-1.5">{children}</div>;
}

function Levels({ levels }: { levels: readonly number[] }) {
  return (
    <span aria-hidden="true" className="flex h-7 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
      {levels.map((level, bar) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars stay where they are, and what they show moves on
          key={bar}
          className="w-0.75 shrink-0 rounded-full bg-accent-text"
          style={{ height: `${Math.min(100, 12 + level * 160)}%` }}
        />
      ))}
    </span>
  );
}

/** Why nothing can be recorded. */
function Failed({ reason, onClose }: { reason: string; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="absolute inset-x-0 bottom-0 z-10 flex min-h-full flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-raised px-3 py-1.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-48">{reason}</p>
      <Button tone="secondary" size="sm" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

interface ProgressProps {
  isRecording: boolean;
  seconds: number;
  levels: readonly number[];
}

/** How long and how loud it has been so far. */
function Progress({ isRecording, seconds, levels }: ProgressProps) {
  if (!isRecording) {
    return (
      <span className="flex flex-1 items-center gap-2 text-muted text-sm">
        <Spinner />
        Allow the microphone to record
      </span>
    );
  }
  return (
    <>
      <span aria-hidden="true" className="size-2.5 shrink-0 animate-breathe rounded-full bg-danger-text" />
      <span role="timer" aria-label="Recorded so far" className="shrink-0 tabular">
        {clockTime(seconds)}
      </span>
      <Levels levels={levels} />
    </>
  );
}

/** Says how to cancel while the button is held. */
function SlideHint({ isLeaving }: { isLeaving: boolean }) {
  return (
    <span
      className={cx('flex shrink-0 items-center gap-1 pr-2 text-sm', isLeaving ? 'text-danger-text' : 'text-muted')}
    >
      <ChevronLeft size={16} aria-hidden="true" />
      {isLeaving ? 'Release to cancel' : 'Slide to cancel'}
    </span>
  );
}

interface VoiceRecorderProps {
  press: Press;
  onSend: (file: OutgoingFile) => void;
  onClose: () => void;
}

/** Takes the place of the message field while a voice message is recorded. */
export function VoiceRecorder({ press, onSend, onClose }: VoiceRecorderProps) {
  const phase = useRecording();
  const recording = phase.is === 'recording' ? phase.recording : undefined;
  const { levels, seconds } = useLevels(recording);
  const isEnding = useRef(false);
  const sendButton = useRef<HTMLButtonElement>(null);
  const finish = async () => {
    if (recording === undefined || isEnding.current) return;
    isEnding.current = true;
    try {
      onSend(await outgoingFile(await recording.finish()));
    } finally {
      onClose();
    }
  };
  const { held, slid } = useHold({
    press,
    isRecording: recording !== undefined,
    onSend: () => void finish(),
    onCancel: onClose,
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
  const isLocked = recording !== undefined && !held;
  useEffect(() => {
    if (isLocked) sendButton.current?.focus();
  }, [isLocked]);

  if (phase.is === 'failed') return <Failed reason={phase.reason} onClose={onClose} />;
  return (
    <Frame>
      {held ? (
        <span className="w-2" />
      ) : (
        <IconButton label="Cancel recording" onClick={onClose}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      )}
      <Progress isRecording={recording !== undefined} seconds={seconds} levels={levels} />
      {held && recording !== undefined && <SlideHint isLeaving={slid >= cancelDistance} />}
      {!held && (
        <IconButton
          ref={sendButton}
          label="Send voice message"
          tone="accent"
          disabled={recording === undefined}
          onClick={() => void finish()}
        >
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      )}
      <p role="status" className="sr-only">
        {recording !== undefined && 'Recording. Press Escape to cancel.'}
      </p>
    </Frame>
  );
}
