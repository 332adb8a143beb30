import type { Scores } from './classifier-process.service.ts';
import { createHelper } from './helper.service.ts';
import { sampleSide } from './sample-side.service.ts';

/**
 * Classifies pictures with nsfwjs (MobileNetV2, medium size: 93 % accurate according to its authors, against 90 % for
 * the small one, and just as fast) on WebAssembly, in a process of its own: 50 ms per picture, one second to start, no
 * network.
 */
export function createClassifier() {
  const helper = createHelper<Uint8Array, Scores>(new URL('./classifier-process.service.ts', import.meta.url), {
    timeoutMs: 120_000,
    background: true,
  });
  return {
    /** @param sample a square as `pictures.ts` makes it */
    async classify(sample: Uint8Array): Promise<Scores> {
      if (sample.byteLength !== sampleSide * sampleSide * 3) throw new RangeError('not a sample of the right size');
      return await helper.ask(sample);
    },
    /** Starts the process, which takes a second, so that a picture needn't wait for it. */
    warmUp: helper.warmUp,
    close: helper.close,
  };
}
