import { Readable } from 'node:stream';

/**
 * A stream that fails when its source stays silent for too long while somebody wants to read on. How long a reader pauses is
 * the reader's affair.
 * @param silence milliseconds
 */
export function steady(source: Readable, silence: number): Readable {
  return Readable.from(
    (async function* () {
      let isWaiting: NodeJS.Timeout | undefined;
      const watch = () => {
        isWaiting = setTimeout(() => source.destroy(new Error(`no bytes for ${silence} ms`)), silence);
      };
      try {
        watch();
        for await (const chunk of source) {
          clearTimeout(isWaiting);
          yield chunk as Uint8Array;
          watch();
        }
      } finally {
        clearTimeout(isWaiting);
        source.destroy();
      }
    })(),
    { objectMode: false },
  );
}
