import { stat } from 'node:fs/promises';
import type { Ffmpeg } from './processing/ffmpeg.service.ts';
import { maxVideoPixels } from './recording.rules.ts';

/** Which frames to take, from which file. */
export interface StillRequest {
  path: string;
  /** The name of FFmpeg's demuxer. */
  demuxer: string;
  /** The moment in the video, and where to write each frame. */
  stills: readonly { second: number; target: string }[];
  /** The maximum width, in pixels. */
  width: number;
  /**
   * Whether it must be that exact frame. Otherwise the key frame before it is taken, which needs no other frame to be
   * decoded: in a long video, that's a tenth of the work.
   */
  exact: boolean;
}

/**
 * The time limit for one frame: the slowest is one far from the previous key frame, in a video of the highest
 * resolution.
 */
const frameTimeoutMs = 60_000;

/** A still's height is at most this many times its width: a phone's video stays below two. */
const maxRatio = 3;

/**
 * Takes frames from a video and writes each as an upright PNG.
 * @returns the targets that were written, in order; empty if the video can't be decoded
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
    // If the moment is past the video's end, the run succeeds and writes nothing.
    const about = ended[index] ? await stat(target).catch(() => undefined) : undefined;
    if (about && about.size > 0) written.push(target);
  }
  return written;
}

/**
 * Arguments for FFmpeg to write one frame. The demuxer is named and only the file protocol is allowed: otherwise a playlist that claims
 * to be a video would make it open any file it names.
 */
function stillArguments(still: {
  input: string;
  output: string;
  demuxer: string;
  at: number;
  width: number;
  exact: boolean;
}): string[] {
  // Relative to the moment, the key frame before it would have a negative timestamp and be dropped: hence -copyts.
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
