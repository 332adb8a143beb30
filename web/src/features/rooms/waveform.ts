import { barCount, peaksOf } from '#features/rooms/voice.rules.ts';

export interface Waveform {
  /** 0 to 1, from the beginning to the end. */
  peaks: readonly number[];
  /** Seconds. */
  duration: number;
}

/** How many waveforms are kept. */
const most = 200;
const known = new Map<string, Promise<Waveform>>();

async function compute(url: string): Promise<Waveform> {
  const response = await fetch(url, { credentials: 'include' });
  if (!response.ok) throw new Error(`The sound was answered with ${response.status}`);
  const bytes = await response.arrayBuffer();
  // A low rate is enough to see how loud it is.
  const sound = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(bytes);
  return { peaks: peaksOf(sound.getChannelData(0), barCount), duration: sound.duration };
}

/** A sound's waveform, computed once per page. Rejects if the browser can't decode it. */
export function waveformOf(url: string): Promise<Waveform> {
  const before = known.get(url);
  if (before !== undefined) return before;
  const made = compute(url);
  known.set(url, made);
  made.catch(() => known.delete(url));
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return made;
}
