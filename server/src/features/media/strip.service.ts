import type { MediaType } from './media-types.rules.ts';
import type { Ffmpeg } from './processing/ffmpeg.service.ts';

/** Copying a file of the maximum size takes seconds; the bundled FFmpeg and a slow disk need some more. */
const timeoutMs = 10 * 60_000;

const mp4 = ['-movflags', '+faststart', '-empty_hdlr_name', '1'];

/** FFmpeg's muxer for each type, and the options that keep it from writing metadata of its own. */
const writers: Readonly<Record<string, readonly string[]>> = {
  mp4: [...mp4, '-f', 'mp4'],
  mov: [...mp4, '-f', 'mov'],
  '3gp': [...mp4, '-f', '3gp'],
  m4a: [...mp4, '-f', 'ipod'],
  webm: ['-f', 'webm'],
  weba: ['-f', 'webm'],
  mkv: ['-f', 'matroska'],
  mka: ['-f', 'matroska'],
  ogv: ['-f', 'ogg'],
  ogg: ['-f', 'ogg'],
  mpg: ['-f', 'mpeg'],
  ts: ['-f', 'mpegts'],
  avi: ['-f', 'avi'],
  mp3: ['-id3v2_version', '0', '-write_id3v1', '0', '-f', 'mp3'],
  aac: ['-f', 'adts'],
  wav: ['-rf64', 'auto', '-f', 'wav'],
  flac: ['-f', 'flac'],
};

/** Camcorders write their location into each picture of an H.264 stream ("SEI"), which isn't needed to show it. */
const withoutSei = ['-bsf:v', 'filter_units=remove_types=6'];

/**
 * Rewrites a video or sound without metadata (who made it, where, when and with what): video and audio streams are
 * copied, and the rotation is kept; tags, chapters, cover art, subtitles, attachments and data tracks are left out.
 * @param file `as`: the type to write, if that's another container; `isAvc`: its video is H.264
 * @throws when it can't be written without metadata, or the signal fires
 */
export async function stripRecording(
  ffmpeg: Ffmpeg,
  file: { source: string; target: string; type: MediaType; as: MediaType; isAvc: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { demuxer, kind } = file.type;
  const { extension } = file.as;
  const writer = writers[extension];
  if (demuxer === undefined || writer === undefined) throw new TypeError('not a type of recording');
  const filters = file.isAvc && extension === 'ts' ? withoutSei : [];
  const [isDone] = await ffmpeg.run(
    {
      input: file.source,
      outputs: [
        {
          path: file.target,
          arguments: (input, output) => [
            ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file'],
            ...['-fflags', '+genpts', '-f', demuxer, '-i', input],
            // `V`: the video, without cover pictures.
            ...(kind === 'video' ? ['-map', '0:V:0'] : []),
            ...['-map', kind === 'video' ? '0:a?' : '0:a', '-c', 'copy', ...filters],
            ...['-map_metadata', '-1', '-map_metadata:s:v', '-1', '-map_metadata:s:a', '-1', '-map_chapters', '-1'],
            ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', ...writer, '-y', output],
          ],
        },
      ],
      timeoutMs,
    },
    signal,
  );
  if (!isDone) throw new Error("couldn't remove a recording's metadata");
}
