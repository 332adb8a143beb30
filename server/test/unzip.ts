import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** A ZIP's files by name, for tests with small ones. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const opened = await yauzl.fromBufferPromise(zip);
  for await (const entry of opened.eachEntry()) {
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  }
  return files;
}
