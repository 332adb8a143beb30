import type { Config } from '#platform/config/config.ts';
import { settings } from '#platform/config/settings.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { ffmpegVersion } from './ffmpeg-program.ts';
import { messageOf } from './message.ts';

/** Whether the program that reads videos can be run, and is the right one. */
export async function examineVideos({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Promise<Finding[]> {
  const { ok, off, failed } = findingsAbout('videos');
  try {
    return [ok(`Videos are read by ffmpeg ${await ffmpegVersion(ffmpegPath)}.`)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ffmpegPath === settings.FFMPEG_PATH.fallback && code === 'ENOENT') {
      return [
        off(
          "There's no ffmpeg: videos are read by the bundled decoder, which is slower, can't read AV1 and doesn't convert videos that browsers can't play.",
        ),
      ];
    }
    const reason = code === 'ENOENT' ? "there's no such program" : messageOf(error).split('\n')[0];
    return [
      failed(
        `FFMPEG_PATH is ${ffmpegPath}, which can't be used: ${reason}.`,
        "Set it to ffmpeg's path, or leave the setting out.",
      ),
    ];
  }
}
