/** The press that started a recording. */
export interface Press {
  /** Null: it was the keyboard, so there's nothing to hold. */
  pointer: number | null;
  x: number;
  at: number;
  /** It was let go before the recorder had loaded. */
  isOver: boolean;
}

/** How many bars a waveform has. */
export const barCount = 48;

/** The loudest moment of each of `count` equal parts of a sound, 0 to 1, so that the loudest of all is 1. */
export function peaksOf(samples: ArrayLike<number>, count: number): number[] {
  const peaks = Array.from({ length: count }, (_, bar) => {
    const [from, to] = [bar, bar + 1].map((part) => Math.floor((part * samples.length) / count)) as [number, number];
    // A thousand samples say as much as all of them.
    const step = Math.max(1, Math.floor((to - from) / 1000));
    let peak = 0;
    for (let index = from; index < to; index += step) peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, 0);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}

/** Pixels to the left, or up, after which lifting the finger cancels a recording. */
export const cancelDistance = 90;
/** Milliseconds after which a press is held, and lifting the finger sends. */
const holdTime = 500;

/** What lifting the finger from the microphone does. After a short press, it keeps recording without the finger. */
export function afterRelease({ held, slid }: { held: number; slid: number }): 'lock' | 'send' | 'cancel' {
  if (slid >= cancelDistance) return 'cancel';
  return held < holdTime ? 'lock' : 'send';
}

const speeds = [1, 1.5, 2];

/** The speed after this one. */
export function nextSpeed(speed: number): number {
  return speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
}

/** Seconds that one key press seeks. */
const keySeconds = 5;

/** Where a key leads in a sound; undefined: it isn't for that. */
export function seekByKey(key: string, position: number, duration: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: position - keySeconds,
    ArrowDown: position - keySeconds,
    ArrowRight: position + keySeconds,
    ArrowUp: position + keySeconds,
    Home: 0,
    End: duration,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(duration, Math.max(0, target));
}
