/** What's known about a file of a message: of a stored one, or of one that's being sent. */
export interface FileFacts {
  name: string;
  type: string;
  width?: number | undefined;
  height?: number | undefined;
}

export type FileKind = 'image' | 'video' | 'voice' | 'audio' | 'document';

export interface Box {
  width: number;
  height: number;
}

/** What voice messages are called, apart from the extension. */
export const voiceName = 'voice-message';

/** Pictures, videos and sounds are shown; everything else, SVG too, is a document. */
export function kindOfFile({ name, type }: FileFacts): FileKind {
  const [kind] = type.split('/');
  if (kind === 'image') return /^image\/(jpeg|png|webp|gif|avif)$/.test(type) ? kind : 'document';
  if (kind === 'video') return kind;
  if (kind !== 'audio') return 'document';
  return name.startsWith(`${voiceName}.`) ? 'voice' : kind;
}

/** The space available to a picture in a timeline, in pixels. */
const maxImageSize = { width: 320, height: 340 };
const minImageSide = 96;

/** A picture's box in a timeline: as large as space allows, never larger than the picture, never a sliver. */
export function fitImage(size: Box | null): Box {
  if (size === null || size.width <= 0 || size.height <= 0) return { width: 280, height: 210 };
  const scale = Math.min(1, maxImageSize.width / size.width, maxImageSize.height / size.height);
  return {
    width: Math.max(minImageSide, Math.round(size.width * scale)),
    height: Math.max(minImageSide, Math.round(size.height * scale)),
  };
}

const sizeOf = ({ width = 0, height = 0 }: FileFacts): Box => ({ width, height });

/** A player has room for its controls, however small the video is. */
function videoBox(file: FileFacts): Box {
  const { width, height } = sizeOf(file);
  if (width <= 0 || height <= 0) return { width: 320, height: 180 };
  const tall = height > width;
  const scale = tall ? maxImageSize.height / height : maxImageSize.width / width;
  return { width: Math.max(200, Math.round(width * scale)), height: Math.max(120, Math.round(height * scale)) };
}

const gridWidth = 320;
/** The height of a grid of two, three, or more pictures. */
const gridHeights = [160, 212, 240];
const flatBoxes: Record<'voice' | 'audio' | 'document', Box> = {
  voice: { width: 320, height: 60 },
  audio: { width: 320, height: 78 },
  document: { width: 320, height: 64 },
};

/** The boxes of a message's files from top to bottom: one for all of its pictures, then one for each of the others. */
export function fileBoxes(files: readonly FileFacts[]): Box[] {
  const pictures = files.filter((file) => kindOfFile(file) === 'image');
  const [first] = pictures;
  const boxes = files.flatMap((file) => {
    const kind = kindOfFile(file);
    if (kind === 'image') return [];
    return kind === 'video' ? videoBox(file) : flatBoxes[kind];
  });
  if (first === undefined) return boxes;
  const height = gridHeights[Math.min(pictures.length, 4) - 2];
  return [height === undefined ? fitImage(sizeOf(first)) : { width: gridWidth, height }, ...boxes];
}

/** Pixels between the boxes. */
const gap = 6;

export const filesHeight = (files: readonly FileFacts[]): number =>
  fileBoxes(files).reduce((sum, { height }) => sum + height + gap, 0);
