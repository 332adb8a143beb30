import type { Probed } from './processing/probe-process.service.ts';

/** The formats that every current browser can decode. */
const videoFormats = new Set(['AVC', 'VP9', 'AV1']);
const audioFormats = new Set(['AAC', 'Opus', 'MPEG Audio']);

/** The formats of older WebM files: they're converted if that's possible, but nearly all browsers play them anyway. */
const olderFormats = new Set(['VP8', 'Vorbis']);

/** Containers whose video can be put into an MP4 without decoding it. */
const rewrapped = new Set(['mov', '3gp', 'mkv']);

type Streams = Pick<Probed, 'videos' | 'audioFormats'>;

/** How a video is made playable: not at all, by copying it into an MP4, or by converting it to H.264 and AAC. */
export type PlayablePlan = 'nothing' | 'rewrap' | 'convert';

const hasPlainColors = ({ depth, samples }: Probed['videos'][number]) => depth === 8 && samples === 1.5;

/** Whether browsers can decode a video's streams: 8-bit 4:2:0 H.264, VP9 or AV1 with AAC, Opus or MP3. */
function isDecodable({ videos, audioFormats: sounds }: Streams): boolean {
  const [video] = videos;
  if (video === undefined || !videoFormats.has(video.format) || !hasPlainColors(video)) return false;
  return sounds.every((format) => audioFormats.has(format));
}

/** @param extension of the container */
export function playablePlan(extension: string, streams: Streams): PlayablePlan {
  if (!isDecodable(streams)) return 'convert';
  if (extension === 'mp4' || extension === 'webm') return 'nothing';
  return rewrapped.has(extension) ? 'rewrap' : 'convert';
}

/** Whether viewers should be told that their browser may not play a video that can't be converted. */
export function isUnplayable(extension: string, { videos, audioFormats: sounds }: Streams): boolean {
  const older = videos.every(
    (video) => olderFormats.has(video.format) || isDecodable({ videos: [video], audioFormats: [] }),
  );
  const isOlderWebm = older && sounds.every((format) => olderFormats.has(format) || audioFormats.has(format));
  return (
    !(extension === 'webm' && isOlderWebm) && playablePlan(extension, { videos, audioFormats: sounds }) === 'convert'
  );
}
