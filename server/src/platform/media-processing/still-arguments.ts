/** Which frames of which file. */
export interface StillRequest {
  path: string;
  /** The name of FFmpeg's reader. */
  demuxer: string;
  /** Where in the video. */
  seconds: readonly number[];
  /** At most so wide, in pixels. */
  width: number;
}

/**
 * Arguments for FFmpeg to write one frame as a PNG, turned upright. The reader is named and no protocol but that of files is
 * allowed: a playlist that calls itself a video would otherwise make it open whatever it names.
 */
export function stillArguments(still: {
  input: string;
  output: string;
  demuxer: string;
  at: number;
  width: number;
}): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-f', still.demuxer, '-ss', still.at.toFixed(3), '-i', still.input],
    ...['-an', '-sn', '-dn', '-frames:v', '1', '-vf', `scale='min(${still.width},iw)':-2`],
    ...['-c:v', 'png', '-compression_level', '1', '-f', 'image2pipe', '-y', still.output],
  ];
}
