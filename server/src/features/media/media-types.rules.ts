/**
 * The three kinds of media, and `document` for everything else, which only messages accept and which is never shown,
 * only downloaded.
 */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

export interface MediaType {
  kind: MediaKind;
  /** As it's stored and served. */
  mime: string;
  extension: string;
  /** The demuxer that FFmpeg must use, so that a disguised file can't make it try others. Only recordings have one. */
  demuxer?: string;
  /** The type of a container that turns out to hold only sound. */
  soundOnly?: string;
}

/**
 * Everything that's stored and served, one line per extension. SVG is missing on purpose: it can contain scripts, so it's a document.
 */
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
  // Whatever it is, no browser may treat it as something it could run.
  { kind: 'document', mime: 'application/octet-stream', extension: 'bin' },
];

/** The file extensions we use. */
export const allExtensions = types.map(({ extension }) => extension);

/** Accepted and never stored: few browsers can show it, so it's rewritten as a JPEG. */
const heicType: MediaType = { kind: 'image', mime: 'image/heic', extension: 'heic' };

const byExtension = new Map(types.map((type) => [type.extension, type]));

/** file-type's names for the accepted contents (some differ from the registered ones) → our extension. */
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

/** What phones store as HEIC: one picture, or one of a series. */
const heicMimes = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

/** The type for a file's detected content; undefined: it isn't accepted. Parameters such as `; codecs=opus` don't count. */
export function acceptedType(detectedMime: string): MediaType | undefined {
  const mime = detectedMime.split(';')[0]?.trim().toLowerCase() ?? '';
  if (heicMimes.has(mime)) return heicType;
  const extension = detected[mime];
  return extension === undefined ? undefined : byExtension.get(extension);
}

/** The type that documents are stored and served as. */
export const documentType = types.at(-1) as MediaType;

/** Only shown to people: documents are served without it. No type that a browser could run is among these. */
const documentName = /^(?!.*(?:xml$|html|script|svg))(?:application|font|model)\/[\w.+-]+$/;

/** A document's type in messages, from its detected content. @param isText whether it begins like a text */
export function nameDocumentType(detectedMime: string | undefined, isText: boolean): string {
  if (detectedMime !== undefined && documentName.test(detectedMime)) return detectedMime;
  return isText ? 'text/plain' : documentType.mime;
}

/** A stored file's type, from its name; undefined: it isn't a name of ours. */
export const typeOfExtension = (extension: string): MediaType | undefined => byExtension.get(extension);

/** The type that a video is stored as if it only contains sound; undefined: there is none for it. */
export const soundOnlyType = (type: MediaType): MediaType | undefined =>
  type.soundOnly === undefined ? undefined : byExtension.get(type.soundOnly);
