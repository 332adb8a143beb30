import type { Log } from '#platform/logging/logging.ts';
import { createClassifier } from './classifier.ts';
import type { Scores } from './classifier-process.ts';
import { createProbe } from './probe.ts';
import type { Probed } from './probe-process.ts';
import { bundledStills, openStills, type Stills } from './stills.ts';

/** The engines that look into media; each runs in a process of its own. */
export interface MediaProcessing {
  /** Null: the file is beyond reading. @throws when the engine failed */
  probe(path: string): Promise<Probed | null>;
  /** @param sample a square as `pictures.ts` makes it */
  classify(sample: Uint8Array): Promise<Scores>;
  stills: Stills;
  /** Ends the processes. */
  close(): void;
}

/** Opens the engines; processes start when they are first needed. */
export async function openMediaProcessing({
  ffmpegPath,
  log,
  forJobs,
}: {
  ffmpegPath: string;
  log: Log;
  /** Whether this process runs jobs: only they take stills. */
  forJobs: boolean;
}): Promise<MediaProcessing> {
  const prober = createProbe();
  const classifier = createClassifier();
  const stills = forJobs ? await openStills(ffmpegPath) : bundledStills;
  if (forJobs && stills.decoder === 'bundled') {
    log.info(
      'no ffmpeg was found: videos are read by the bundled decoder, which is slower and cannot read AV1 (FFMPEG_PATH)',
    );
  }
  return {
    probe: prober.probe,
    classify: classifier.classify,
    stills,
    close() {
      prober.close();
      classifier.close();
    },
  };
}
