import type { Framing } from '#ui/avatar-editor/crop-image.ts';

/** What is to become of a profile picture; specification, section 4. */
export type Picture =
  /** The picture that the server has stays. */
  | { kind: 'kept' }
  /**
   * A file was chosen and waits to be cropped or removed; `before` comes back when it is removed. It is framed as it was
   * cropped before, if it was.
   */
  | { kind: 'cropping'; source: File; framing?: Framing; before: Picture }
  /** The result of a crop is shown; `source` can be cropped again from where this crop left it. */
  | { kind: 'cropped'; source: File; framing: Framing; result: File }
  /** Back to the default. */
  | { kind: 'removed' };

/** The picture that the server has stays: where every editor begins. */
export const keptPicture: Picture = { kind: 'kept' };

/** Whether a value that was kept is a picture, with all that it needs. */
export function isPicture(value: unknown): value is Picture {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, source, result, framing, before } = value as Record<string, unknown>;
  if (kind === 'cropping') return source instanceof File && isPicture(before);
  if (kind === 'cropped') return source instanceof File && result instanceof File && typeof framing === 'object';
  return kind === 'kept' || kind === 'removed';
}

/** A chosen file opens the crop view. A second choice does not lose what was there before the first. */
export function choose(picture: Picture, source: File): Picture {
  return { kind: 'cropping', source, before: picture.kind === 'cropping' ? picture.before : picture };
}

/** The crop view closes without a result. */
export function dropChoice(picture: Picture): Picture {
  return picture.kind === 'cropping' ? picture.before : picture;
}

/** The crop becomes the picture. */
export function finishCrop(picture: Picture, result: File, framing: Framing): Picture {
  return picture.kind === 'cropping' ? { kind: 'cropped', source: picture.source, framing, result } : picture;
}

/** "Edit" after a crop opens the crop view again, with the same file and as it was left. */
export function cropAgain(picture: Picture): Picture {
  if (picture.kind !== 'cropped') return picture;
  return { kind: 'cropping', source: picture.source, framing: picture.framing, before: picture };
}

/** "x" is not offered when the default picture is shown, nor while a crop is open. */
export function mayRemove(picture: Picture, keptIsDefault: boolean): boolean {
  return picture.kind === 'cropped' || (picture.kind === 'kept' && !keptIsDefault);
}

/** The parts of the multipart body: `removedProfile` and, after a crop, `profile_pic`. */
export function pictureFields(picture: Picture): { removedProfile: 'true' | 'false'; profile_pic?: readonly File[] } {
  if (picture.kind === 'cropped') return { removedProfile: 'false', profile_pic: [picture.result] };
  return { removedProfile: picture.kind === 'removed' ? 'true' : 'false' };
}
