import { voiceName } from '#features/rooms/file-boxes.rules.ts';

/** Containers and codecs in order of preference: those that most browsers can play come first. */
const formats = [
  { type: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
  { type: 'audio/webm;codecs=opus', extension: 'webm' },
  { type: 'audio/mp4', extension: 'm4a' },
  { type: 'audio/ogg;codecs=opus', extension: 'ogg' },
];

/** Enough for a voice. */
const audioBitsPerSecond = 48_000;

/** A recording in progress. */
export interface Recording {
  /** How loud it is right now, 0 to 1. */
  level(): number;
  /** Ends it. Resolves to what was recorded. */
  finish(): Promise<File>;
  /** Ends it, and forgets what was recorded. */
  cancel(): void;
}

function levelMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      return samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 128;
    },
    close: () => void context.close(),
  };
}

/** Starts recording the microphone. Rejects with the browser's DOMException if that isn't possible. */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  try {
    return record(stream);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

function record(stream: MediaStream): Recording {
  const format = formats.find(({ type }) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond, ...(format && { mimeType: format.type }) });
  const meter = levelMeter(stream);
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }));
  // In parts, so that a long recording doesn't stay in memory.
  recorder.start(1000);
  let isOver = false;
  // Once: finishing a recording also cancels it when its component unmounts.
  const end = () => {
    if (isOver) return;
    isOver = true;
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
    meter.close();
  };
  return {
    level: meter.level,
    async finish() {
      end();
      await stopped;
      const [type = 'audio/webm'] = recorder.mimeType.split(';');
      const extension = format?.extension ?? (type.endsWith('mp4') ? 'm4a' : 'webm');
      return new File(parts, `${voiceName}.${extension}`, { type });
    },
    cancel: end,
  };
}
