import { useLevel } from '#features/meetings/use-speaking.ts';
import { cx } from '#ui/cx.ts';

/** Ten level marks that follow the microphone, so that people can see they're audible. */
export function LevelMeter({ track }: { track: MediaStreamTrack | undefined }) {
  const level = useLevel(track);
  return (
    <span className="flex h-4 items-center gap-0.5" aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((mark, place) => (
        <span key={mark} className={cx('h-full w-1 rounded-full', place < level ? 'bg-ok' : 'bg-line-strong')} />
      ))}
    </span>
  );
}
