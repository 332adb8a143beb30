/** The three kinds of media that are taken; everything else is refused (specification, section 5). */
export type MediaKind = 'image' | 'video' | 'audio';

export interface MediaType {
  kind: MediaKind;
  /** As it is stored and served. */
  mime: string;
  extension: string;
  /** The reader that FFmpeg is told to use, so that it tries no other on a file that pretends. Recordings have one. */
  demuxer?: string;
  /** What a container is called that turns out to hold sound only. */
  soundOnly?: string;
}

/** All that is stored and served, one line an extension. SVG and HEIC are missing on purpose: the one can carry script, the other most browsers cannot show. */
const types: readonly MediaType[] = [
  { kind: 'image', mime: 'image/jpeg', extension: 'jpg' },
  { kind: 'image', mime: 'image/png', extension: 'png' },
  { kind: 'image', mime: 'image/webp', extension: 'webp' },
  { kind: 'image', mime: 'image/gif', extension: 'gif' },
  { kind: 'image', mime: 'image/avif', extension: 'avif' },
  { kind: 'video', mime: 'video/mp4', extension: 'mp4', demuxer: 'mov', soundOnly: 'm4a' },
  { kind: 'video', mime: 'video/quicktime', extension: 'mov', demuxer: 'mov', soundOnly: 'm4a' },
  { kind: 'video', mime: 'video/3gpp', extension: '3gp', demuxer: 'mov', soundOnly: 'm4a' },
  { kind: 'video', mime: 'video/webm', extension: 'webm', demuxer: 'matroska', soundOnly: 'weba' },
  { kind: 'video', mime: 'video/x-matroska', extension: 'mkv', demuxer: 'matroska', soundOnly: 'mka' },
  { kind: 'video', mime: 'video/ogg', extension: 'ogv', demuxer: 'ogg', soundOnly: 'ogg' },
  { kind: 'video', mime: 'video/mpeg', extension: 'mpg', demuxer: 'mpeg' },
  { kind: 'video', mime: 'video/mp2t', extension: 'ts', demuxer: 'mpegts' },
  { kind: 'video', mime: 'video/x-msvideo', extension: 'avi', demuxer: 'avi' },
  { kind: 'audio', mime: 'audio/mpeg', extension: 'mp3', demuxer: 'mp3' },
  { kind: 'audio', mime: 'audio/mp4', extension: 'm4a', demuxer: 'mov' },
  { kind: 'audio', mime: 'audio/aac', extension: 'aac', demuxer: 'aac' },
  { kind: 'audio', mime: 'audio/ogg', extension: 'ogg', demuxer: 'ogg' },
  { kind: 'audio', mime: 'audio/wav', extension: 'wav', demuxer: 'wav' },
  { kind: 'audio', mime: 'audio/flac', extension: 'flac', demuxer: 'flac' },
  { kind: 'audio', mime: 'audio/webm', extension: 'weba', demuxer: 'matroska' },
  { kind: 'audio', mime: 'audio/x-matroska', extension: 'mka', demuxer: 'matroska' },
];

/** What the name of a picture may end with. */
export const imageExtensions = types.flatMap(({ kind, extension }) => (kind === 'image' ? [extension] : []));

const byExtension = new Map(types.map((type) => [type.extension, type]));

/** What file-type calls the contents that are taken (its names differ from the registered ones here and there) → our extension. */
const detected: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'video/3gpp2': '3gp',
  'video/webm': 'webm',
  'video/matroska': 'mkv',
  'video/x-matroska': 'mkv',
  'audio/matroska': 'mka',
  'video/ogg': 'ogv',
  'video/mpeg': 'mpg',
  'video/mp1s': 'mpg',
  'video/mp2p': 'mpg',
  'video/mp2t': 'ts',
  'video/vnd.avi': 'avi',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/webm': 'weba',
};

/** The type of what a file was found to be; undefined: it is not taken. Parameters such as `; codecs=opus` do not count. */
export function acceptedType(detectedMime: string): MediaType | undefined {
  const extension = detected[detectedMime.split(';')[0]?.trim().toLowerCase() ?? ''];
  return extension === undefined ? undefined : byExtension.get(extension);
}

/** The type that a stored file has by its name; undefined: it is none of ours. */
export const typeOfExtension = (extension: string): MediaType | undefined => byExtension.get(extension);

/** The type by which a video is stored in which only sound was found; undefined: there is none for it. */
export const soundOnlyType = (type: MediaType): MediaType | undefined =>
  type.soundOnly === undefined ? undefined : byExtension.get(type.soundOnly);
