import { Readable } from 'node:stream';

/**
 * A stream that fails if its source stays silent for too long while someone wants to read on. How long a reader pauses is up to the
 * reader.
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
