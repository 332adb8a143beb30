/** A short melody and a pause, in seconds. */
const every = 3;
const notes = [
  { at: 0, frequency: 659.25 },
  { at: 0.18, frequency: 783.99 },
  { at: 0.36, frequency: 987.77 },
  { at: 0.9, frequency: 659.25 },
  { at: 1.08, frequency: 783.99 },
  { at: 1.26, frequency: 987.77 },
];
const loudness = 0.18;
const fading = 0.6;

function playOnce(audio: AudioContext): void {
  for (const { at, frequency } of notes) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + at;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + fading);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + fading);
  }
}

/** Plays until it's stopped. Browsers stay silent on pages that nobody has touched yet. */
function play(): () => void {
  const audio = new AudioContext();
  const ring = () => {
    playOnce(audio);
    navigator.vibrate?.([300, 150, 300]);
  };
  ring();
  const timer = setInterval(ring, every * 1000);
  return () => {
    clearInterval(timer);
    navigator.vibrate?.(0);
    void audio.close();
  };
}

/** Plays the ringtone in one of the browser's tabs. @returns a function that stops it */
export function startRingtone(): () => void {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  void navigator.locks?.request('ringtone', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const end = play();
    await stopped;
    end();
  });
  return stop;
}
