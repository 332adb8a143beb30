import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';

const messageId = /^\d{16}$/;

/** The number of a message's `_id`; undefined for anything that can't be one. */
export function messageNumber(id: string): number | undefined {
  return messageId.test(id) ? Number(id) : undefined;
}

/** The `_id` for a message's number: ids sort by creation as text. */
export const messageIdOf = (number: number): string => String(number).padStart(16, '0');

/** What a message says about its picture besides the path. */
export const imageOf = ({ width, height, placeholder }: Pick<MediaFile, 'width' | 'height' | 'placeholder'>) =>
  width === null || height === null ? null : { width, height, placeholder };
