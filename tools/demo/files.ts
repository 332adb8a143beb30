import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file that's ready to send. */
interface Attachment {
  name: string;
  blob: Blob;
}

const types = { pictures: ['avif', 'image/avif'], video: ['mp4', 'video/mp4'], sound: ['mp3', 'audio/mpeg'] } as const;

/** @param name a picture such as `sea-1`, or a recording such as `video:train` or `sound:bells` */
function placeOf(name: string): { file: string; type: string; url: URL } {
  const [kind, recording] = name.split(':');
  const [extension, type] = types[kind as 'video' | 'sound'] ?? types.pictures;
  const file = `${recording ?? name}.${extension}`;
  return { file, type, url: new URL(`${recording === undefined ? 'pictures' : 'media'}/${file}`, import.meta.url) };
}

/** Whether the demo world includes this picture or recording. */
export const hasFile = (name: string): boolean => existsSync(placeOf(name).url);

/** Reads a picture or recording of the demo world. */
export async function readAttachment(name: string): Promise<Attachment> {
  const { file, type, url } = placeOf(name);
  return { name: file, blob: new Blob([await readFile(url)], { type }) };
}
