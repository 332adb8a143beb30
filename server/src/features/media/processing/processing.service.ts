import type { Log } from '#platform/logging/logging.ts';
import { createClassifier } from './classifier.service.ts';
import type { Scores } from './classifier-process.service.ts';
import { bundledFfmpeg, type Ffmpeg, openFfmpeg } from './ffmpeg.service.ts';
import { createHelper } from './helper.service.ts';
import { createPictures, type Pictures } from './pictures.service.ts';
import type { Probed } from './probe-process.service.ts';

declare module '#platform/platform.ts' {
  interface Platform {
    processing: MediaProcessing;
  }
}

/** The programs that read media; each runs in memory-limited processes of its own. */
export interface MediaProcessing {
  /** Null: the file can't be read. @throws when the process died or took too long, which may be the machine's fault */
  probe(path: string): Promise<Probed | null>;
  /** @param sample a square as `pictures` makes it */
  classify(sample: Uint8Array): Promise<Scores>;
  /** Starts the classifier for a picture that's arriving; does nothing in a process that runs no jobs. */
  warmUp(): void;
  pictures: Pictures;
  ffmpeg: Ffmpeg;
  /** Whether videos can be converted. A process that runs no jobs assumes that those that do have the same programs. */
  converts: boolean;
  /** Stops the processes. */
  close(): void;
}

/** Opens the engines; processes start when first needed. */
export async function openMediaProcessing({
  ffmpegPath,
  log,
  forJobs,
}: {
  ffmpegPath: string;
  log: Log;
  /** Whether this process runs jobs: only those run FFmpeg. */
  forJobs: boolean;
}): Promise<MediaProcessing> {
  // MediaInfo as WebAssembly reads headers in ranges: 256 KB in memory at a time.
  const prober = createHelper<string, Probed | null>(new URL('./probe-process.service.ts', import.meta.url), {
    timeoutMs: 60_000,
    background: false,
  });
  const classifier = createClassifier();
  const pictures = createPictures();
  const installed = await openFfmpeg(ffmpegPath);
  const ffmpeg = forJobs ? installed : bundledFfmpeg;
  if (forJobs && ffmpeg.decoder === 'bundled') {
    log.info(
      "no ffmpeg found: the bundled decoder reads videos. It's slower, can't read AV1 and can't convert videos that browsers don't play (FFMPEG_PATH)",
    );
  }
  return {
    probe: prober.ask,
    classify: classifier.classify,
    warmUp: () => forJobs && classifier.warmUp(),
    pictures,
    ffmpeg,
    converts: installed.converts,
    close() {
      pictures.close();
      prober.close();
      classifier.close();
    },
  };
}
