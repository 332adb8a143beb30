import { closeSync, openSync, readSync, statSync } from 'node:fs';
import mediaInfoFactory, { type MediaInfo } from 'mediainfo.js';
import { answerQuestions } from './answer-questions.ts';

/** What a video or a sound says of itself. */
export interface Probed {
  hasVideo: boolean;
  hasAudio: boolean;
  /** As shown: after rotation and in square pixels. Null without a picture. */
  width: number | null;
  height: number | null;
  /** Seconds; null when it does not say. */
  duration: number | null;
}

const chunkSize = 256 * 1024;
/** No honest file needs more reads than this; one that makes the parser jump to and fro for ever would. */
const maxReads = 2000;

const buffer = new Uint8Array(chunkSize);
let mediaInfo: MediaInfo<'object'> | undefined;

answerQuestions<string, Probed | null>(async (path) => {
  mediaInfo ??= await mediaInfoFactory({ format: 'object', chunkSize });
  const file = openSync(path, 'r');
  let reads = 0;
  try {
    const { media } = await mediaInfo.analyzeData(statSync(path).size, (size, offset) => {
      reads += 1;
      if (reads > maxReads) throw new Error('the file sends its reader in circles');
      return buffer.subarray(0, readSync(file, buffer, 0, Math.min(size, chunkSize), offset));
    });
    const tracks = media?.track ?? [];
    const general = tracks.find((track) => track['@type'] === 'General');
    const video = tracks.find((track) => track['@type'] === 'Video');
    const sideways = video?.Rotation !== undefined && Math.abs(Number(video.Rotation)) % 180 === 90;
    return {
      hasVideo: video?.Width !== undefined && video.Height !== undefined,
      hasAudio: tracks.some((track) => track['@type'] === 'Audio'),
      width: (sideways ? video?.Height : shownWidth(video?.Width, video?.PixelAspectRatio)) ?? null,
      height: (sideways ? shownWidth(video?.Width, video?.PixelAspectRatio) : video?.Height) ?? null,
      duration: general?.Duration ?? video?.Duration ?? null,
    };
  } catch {
    // What state the parser is in is anybody's guess.
    mediaInfo = undefined;
    return null;
  } finally {
    closeSync(file);
  }
});

/** Pixels that are not square make a picture wider or narrower than its count of columns. */
function shownWidth(width: number | undefined, pixelAspectRatio = 1): number | undefined {
  return width === undefined ? undefined : Math.round(width * pixelAspectRatio);
}
