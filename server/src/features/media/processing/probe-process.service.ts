import { closeSync, openSync, readSync, statSync } from 'node:fs';
import mediaInfoFactory, { type MediaInfo } from 'mediainfo.js';
import { answerQuestions } from './answer-questions.service.ts';

/** What a video's headers say about the cost of decoding it. */
export interface VideoHeader {
  /** MediaInfo's name for its codec, such as `AVC`. */
  format: string;
  /** In pixels, as stored. */
  width: number;
  height: number;
  /** Bits per sample. */
  depth: number;
  /** Samples per pixel: 1.5 with subsampled color, 3 with full color. */
  samples: number;
  /** Reference frames that a decoder keeps; null: the format doesn't say. */
  references: number | null;
}

/** The facts in a video's or sound's headers. */
export interface Probed {
  hasVideo: boolean;
  hasAudio: boolean;
  /** MediaInfo's names for the codecs of its sounds, such as `AAC`. */
  audioFormats: string[];
  /** As shown: after rotation and in square pixels. Null if there's no picture. */
  width: number | null;
  height: number | null;
  /** Seconds; null if the file doesn't say. */
  duration: number | null;
  /** The facts about each of its video tracks that determine the cost of decoding. */
  videos: VideoHeader[];
}

const chunkSize = 256 * 1024;
/**
 * No honest file needs more reads than this; one that makes the parser jump back and forth would need endlessly many.
 */
const maxReads = 2000;

/** Samples per pixel. */
const samplesOf: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:1:1': 1.5, '4:2:2': 2, '4:4:4': 3 };

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
      audioFormats: tracks.flatMap((track) => (track['@type'] === 'Audio' ? [track.Format ?? ''] : [])),
      width: (sideways ? video?.Height : shownWidth(video?.Width, video?.PixelAspectRatio)) ?? null,
      height: (sideways ? shownWidth(video?.Width, video?.PixelAspectRatio) : video?.Height) ?? null,
      duration: general?.Duration ?? video?.Duration ?? null,
      videos: tracks.flatMap((track) =>
        track['@type'] === 'Video' || track['@type'] === 'Image'
          ? [
              {
                format: track.Format ?? '',
                width: track.Width ?? 0,
                height: track.Height ?? 0,
                depth: track.BitDepth ?? 8,
                samples: samplesOf[track.ChromaSubsampling ?? ''] ?? (track.ColorSpace === 'RGB' ? 3 : 1.5),
                references: 'Format_Settings_RefFrames' in track ? (track.Format_Settings_RefFrames ?? null) : null,
              },
            ]
          : [],
      ),
    };
  } catch {
    // The parser may be in any state now.
    mediaInfo = undefined;
    return null;
  } finally {
    closeSync(file);
  }
});

/** Non-square pixels make a picture wider or narrower than its number of columns. */
function shownWidth(width: number | undefined, pixelAspectRatio = 1): number | undefined {
  return width === undefined ? undefined : Math.round(width * pixelAspectRatio);
}
