import { writingText } from '#features/rooms/typing.rules.ts';
import { useWriters } from '#features/rooms/typing.ts';

/** Says who is writing in a room. Its line is always there, so that nothing moves. */
export function TypingNotice({ roomId }: { roomId: string }) {
  const text = writingText(useWriters(roomId));
  return (
    <p
      aria-live="polite"
      className="mx-auto h-5 w-full max-w-[56rem] truncate px-4 text-muted text-xs leading-5 sm:px-6"
    >
      {text}
    </p>
  );
}
