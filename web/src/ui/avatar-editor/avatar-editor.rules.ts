import type { Framing } from '#ui/avatar-editor/crop-image.ts';

/** A pending change to a profile picture. */
export type Picture =
  /** The server's picture stays. */
  | { kind: 'kept' }
  /**
   * A file was chosen and waits to be cropped or removed; `before` is restored if it's removed. It starts with its previous framing, if
   * it was cropped before.
   */
  | { kind: 'cropping'; source: File; framing?: Framing; before: Picture }
  /** The cropped result is shown; `source` can be cropped again from this framing. */
  | { kind: 'cropped'; source: File; framing: Framing; result: File }
  /** A HEIC that this browser can't show, so it's sent as it is. */
  | { kind: 'uncropped'; result: File }
  /** Back to the default. */
  | { kind: 'removed' };

/** The server's picture stays: every editor's initial state. */
export const unchangedPicture: Picture = { kind: 'kept' };

/** Whether a saved value is a complete `Picture`. */
export function isPicture(value: unknown): value is Picture {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, source, result, framing, before } = value as Record<string, unknown>;
  if (kind === 'cropping') return source instanceof File && isPicture(before);
  if (kind === 'cropped') return source instanceof File && result instanceof File && typeof framing === 'object';
  if (kind === 'uncropped') return result instanceof File;
  return kind === 'kept' || kind === 'removed';
}

/** A chosen file opens the crop view. Choosing another one still remembers what was there before the first. */
export function choose(picture: Picture, source: File): Picture {
  return { kind: 'cropping', source, before: picture.kind === 'cropping' ? picture.before : picture };
}

/** The crop view was closed without a result. */
export function dropChoice(picture: Picture): Picture {
  return picture.kind === 'cropping' ? picture.before : picture;
}

/** The cropped result becomes the picture. */
export function finishCrop(picture: Picture, result: File, framing: Framing): Picture {
  return picture.kind === 'cropping' ? { kind: 'cropped', source: picture.source, framing, result } : picture;
}

/** "Edit" after a crop reopens the crop view with the same file and framing. */
export function cropAgain(picture: Picture): Picture {
  if (picture.kind !== 'cropped') return picture;
  return { kind: 'cropping', source: picture.source, framing: picture.framing, before: picture };
}

/** "x" isn't offered for the default picture, or while a crop is open. */
export function mayRemove(picture: Picture, currentIsDefault: boolean): boolean {
  return picture.kind === 'cropped' || picture.kind === 'uncropped' || (picture.kind === 'kept' && !currentIsDefault);
}

/** The parts of the multipart body: `removedProfile` and, with a new picture, `profile_pic`. */
export function pictureFields(picture: Picture): { removedProfile: 'true' | 'false'; profile_pic?: readonly File[] } {
  if (picture.kind === 'cropped' || picture.kind === 'uncropped') {
    return { removedProfile: 'false', profile_pic: [picture.result] };
  }
  return { removedProfile: picture.kind === 'removed' ? 'true' : 'false' };
}
