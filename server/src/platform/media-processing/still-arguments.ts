/** Which frames of which file. */
export interface StillRequest {
  path: string;
  /** The name of FFmpeg's reader. */
  demuxer: string;
  /** Where in the video. */
  seconds: readonly number[];
  /** At most so wide, in pixels. */
  width: number;
  /**
   * Whether it must be that very frame. Else it is the key frame before it, which needs no other to be decoded: in a long
   * video a tenth of the work.
   */
  exact: boolean;
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
  exact: boolean;
}): string[] {
  // The key frame is earlier than the moment; counted from there it would be before the beginning, and dropped: hence -copyts.
  const seek = still.exact ? [] : ['-copyts', '-noaccurate_seek', '-skip_frame', 'nokey'];
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1'],
    ...[
      '-protocol_whitelist',
      'file,pipe',
      '-f',
      still.demuxer,
      ...seek,
      '-ss',
      still.at.toFixed(3),
      '-i',
      still.input,
    ],
    ...['-an', '-sn', '-dn', '-frames:v', '1', '-vf', `scale='min(${still.width},iw)':-2`],
    ...['-c:v', 'png', '-compression_level', '1', '-f', 'image2pipe', '-y', still.output],
  ];
}
