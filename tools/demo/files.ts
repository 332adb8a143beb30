import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file that's ready to send. */
interface Attachment {
  name: string;
  blob: Blob;
}

/** By kind: how files in the media folder end, and what they are. */
const types: Readonly<Record<string, readonly [extension: string, type: string]>> = {
  video: ['mp4', 'video/mp4'],
  sound: ['mp3', 'audio/mpeg'],
  voice: ['m4a', 'audio/mp4'],
};

/** A voice message is recognized by its name. */
const voiceName = 'voice-message';

interface Place {
  /** What it's sent as. */
  file: string;
  type: string;
  url: URL;
}

/** @param name a picture such as `sea-1`, a recording such as `video:train`, `sound:bells` or `voice:descant`, or `document:rota.csv` */
function placeOf(name: string): Place {
  const [kind = '', file] = name.split(':');
  if (file === undefined) {
    const picture = `${name}.avif`;
    return { file: picture, type: 'image/avif', url: new URL(`pictures/${picture}`, import.meta.url) };
  }
  const [extension, type] = types[kind] ?? [undefined, 'application/octet-stream'];
  const stored = extension === undefined ? file : `${file}.${extension}`;
  const sent = kind === 'voice' ? `${voiceName}.${extension}` : stored;
  return { file: sent, type, url: new URL(`media/${stored}`, import.meta.url) };
}

/** Whether the demo world includes this picture, recording or document. */
export const hasFile = (name: string): boolean => existsSync(placeOf(name).url);

/** Reads a picture, recording or document of the demo world. */
export async function readAttachment(name: string): Promise<Attachment> {
  const { file, type, url } = placeOf(name);
  return { name: file, blob: new Blob([await readFile(url)], { type }) };
}
