import { useEffect, useState } from 'react';

/** Milliseconds between two measurements, and for which someone counts as speaking after the last sound. */
const interval = 200;
const hold = 700;

/** Levels above this are speech, below it background noise. Out of 1. */
const threshold = 0.02;

/** Measures how loud a track is, 0 to 1, until it's stopped. */
function levelMeter(track: MediaStreamTrack): { level(): number; stop(): void } {
  const context = new AudioContext();
  // Browsers let a page that has the microphone start audio without a gesture, but some only when asked.
  void context.resume().catch(() => undefined);
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    stop: () => void context.close(),
  };
}

/** A microphone's level in tenths, for a meter; 0 without one. */
export function useLevel(track: MediaStreamTrack | undefined): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (track === undefined) return;
    const meter = levelMeter(track);
    const timer = setInterval(() => setLevel(Math.min(10, Math.round(Math.sqrt(meter.level()) * 15))), 100);
    return () => {
      clearInterval(timer);
      meter.stop();
      setLevel(0);
    };
  }, [track]);
  return level;
}

/** Who's speaking now: ids of the others, and `own` for the track. */
export function useSpeaking(
  levels: () => Map<string, number>,
  ownId: string,
  track: MediaStreamTrack | undefined,
): ReadonlySet<string> {
  const [speaking, setSpeaking] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const meter = track === undefined ? undefined : levelMeter(track);
    const heard = new Map<string, number>();
    const sample = () => {
      const now = performance.now();
      const all = levels();
      if (meter !== undefined) all.set(ownId, meter.level());
      for (const [id, level] of all) if (level > threshold) heard.set(id, now);
      const next = new Set([...heard].filter(([, at]) => now - at < hold).map(([id]) => id));
      setSpeaking((before) => (before.size === next.size && [...next].every((id) => before.has(id)) ? before : next));
    };
    const timer = setInterval(sample, interval);
    return () => {
      clearInterval(timer);
      meter?.stop();
    };
  }, [levels, ownId, track]);
  return speaking;
}
