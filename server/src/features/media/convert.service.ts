import type { Ffmpeg } from './processing/ffmpeg.service.ts';
import { maxVideoPixels } from './recording.rules.ts';

/** Converting a phone's clip takes about as long as playing it; if it takes longer than this, the original is kept. */
const timeoutMs = 30 * 60_000;

/** At most 1080p, landscape or portrait, with square pixels and even width and height. */
const scaling = [
  "scale=w='if(gt(sar,0),iw*sar,iw)':h=ih,setsar=1",
  "scale=w='min(iw,if(gte(iw,ih),1920,1080))':h='min(ih,if(gte(iw,ih),1080,1920))'" +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2',
  'format=yuv420p',
].join(',');

const encoding = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', '8M', '-bufsize', '16M', '-threads', '2'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-max_muxing_queue_size', '1024'],
];

/**
 * Pixels of a frame. Decoding larger ones leaves the encoder little memory for its buffered frames: 4K in 10 bits takes
 * 300 MB.
 */
const plainPixels = 4_000_000;
const frugal = ['-x264-params', 'rc-lookahead=2:sync-lookahead=0:bframes=0'];

/** No metadata. */
const anonymous = [
  ...['-map_metadata', '-1', '-map_metadata:s:v', '-1', '-map_metadata:s:a', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', '-empty_hdlr_name', '1'],
];

interface ConvertibleVideo {
  source: string;
  target: string;
  /** FFmpeg's name for its container. */
  demuxer: string;
  /** Of a frame. */
  pixels: number;
  /** The largest result, in bytes. */
  maxBytes: number;
}

/**
 * Converts a video to H.264 and AAC in an MP4 that can be played before it's fully loaded.
 * @param onProgress called about twice a second with the seconds that are done
 * @returns whether it could be converted @throws when the signal fires
 */
export async function convertVideo(
  ffmpeg: Ffmpeg,
  { source, target, demuxer, pixels, maxBytes }: ConvertibleVideo,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (seconds: number) => void },
): Promise<boolean> {
  const argumentsFor = (input: string, output: string) => [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-max_pixels', String(maxVideoPixels)],
    ...['-protocol_whitelist', 'file,pipe', '-f', demuxer, '-i', input, '-map', '0:V:0', '-map', '0:a:0?'],
    ...['-sn', '-dn', '-vf', scaling, ...encoding, ...(pixels > plainPixels ? frugal : []), ...anonymous],
    ...['-progress', 'pipe:1', '-nostats'],
    ...['-movflags', '+faststart', '-f', 'mp4', '-y', output],
  ];
  const outputs = [{ path: target, arguments: argumentsFor, onProgress, maxBytes }];
  const [isDone = false] = await ffmpeg.run({ input: source, outputs, timeoutMs, isConversion: true }, signal);
  return isDone;
}
