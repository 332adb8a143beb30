import { uploadLimits } from '@hubbub/contract/platform/limits.ts';

/**
 * The files of a form that sends a message. A picture alone goes where clients of the first contract expect it, unless it's larger than
 * they may send.
 */
export function formFiles(files: readonly File[]): { image: readonly File[] } | { files: readonly File[] } {
  const [file] = files;
  const isPicture = files.length === 1 && file !== undefined && /^image\/(?!svg)/.test(file.type);
  return isPicture && file.size <= uploadLimits.messageImage ? { image: files } : { files };
}
