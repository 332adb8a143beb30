import { stat } from 'node:fs/promises';
import type { Ffmpeg } from './ffmpeg.ts';
import { maxVideoPixels } from './recording-cost.ts';

/** Which frames of which file. */
export interface StillRequest {
  path: string;
  /** The name of FFmpeg's reader. */
  demuxer: string;
  /** Where in the video, and where to write each frame. */
  stills: readonly { second: number; target: string }[];
  /** At most so wide, in pixels. */
  width: number;
  /**
   * Whether it must be that very frame. Else it is the key frame before it, which needs no other to be decoded: in a long
   * video a tenth of the work.
   */
  exact: boolean;
}

/** For one frame: the slowest is one far from the key frame before it, in a video of the highest resolution. */
const frameTimeoutMs = 60_000;

/** A still is at most so many times as high as it is wide: a phone's video is less than twice. */
const maxRatio = 3;

/**
 * Takes frames out of a video and writes each as a PNG, turned upright.
 * @returns the targets that were written, in order; none for what cannot be decoded
 * @throws when the signal fires
 */
export async function takeStills(ffmpeg: Ffmpeg, request: StillRequest, signal: AbortSignal): Promise<string[]> {
  const { path, stills, ...rest } = request;
  const outputs = stills.map(({ second, target }) => ({
    path: target,
    arguments: (input: string, output: string) => stillArguments({ ...rest, input, output, at: second }),
  }));
  const ended = await ffmpeg.run({ input: path, outputs, timeoutMs: frameTimeoutMs }, signal);
  const written: string[] = [];
  for (const [index, { target }] of stills.entries()) {
    // Where the video has no such moment, the run ends well and writes nothing.
    const about = ended[index] ? await stat(target).catch(() => undefined) : undefined;
    if (about && about.size > 0) written.push(target);
  }
  return written;
}

/**
 * Arguments for FFmpeg to write one frame. The reader is named and no protocol but that of files is allowed: a playlist that
 * calls itself a video would otherwise make it open whatever it names.
 */
function stillArguments(still: {
  input: string;
  output: string;
  demuxer: string;
  at: number;
  width: number;
  exact: boolean;
}): string[] {
  // The key frame is earlier than the moment; counted from there it would be before the beginning, and dropped: hence -copyts.
  const seek = still.exact ? [] : ['-copyts', '-noaccurate_seek', '-skip_frame', 'nokey'];
  const box = `w='min(${still.width},iw)':h='min(${still.width * maxRatio},ih)'`;
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-max_pixels', String(maxVideoPixels)],
    ...['-protocol_whitelist', 'file', '-f', still.demuxer, ...seek, '-ss', still.at.toFixed(3), '-i', still.input],
    ...['-an', '-sn', '-dn', '-frames:v', '1'],
    ...['-vf', `scale=${box}:force_original_aspect_ratio=decrease:force_divisible_by=2`],
    ...['-c:v', 'png', '-compression_level', '1', '-f', 'image2', '-update', '1', '-y', still.output],
  ];
}
