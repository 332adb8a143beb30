import { StringDecoder } from 'node:string_decoder';
import { ArchiveFault, type ZipReader } from './zip-reader.service.ts';

/** The longest item, in bytes: ten times as much as a post with ten described files. */
const maxLine = 256 * 1024;
/** The most that a part may unpack to, in bytes. */
const maxPart = 256 * 1024 * 1024;

const notOurs = (name: string) =>
  new ArchiveFault(`${name} isn't as Hubbub writes it. Choose the ZIP you downloaded from Hubbub, unchanged.`);

/**
 * A part's items as JSON texts, one in memory at a time: our files have one item per line. The texts may not be valid.
 * @throws {ArchiveFault} if the part is missing, damaged, too large, or doesn't have one item per line
 */
export async function* itemTextsOf(zip: ZipReader, name: string): AsyncGenerator<string> {
  if ((zip.sizeOf(name) ?? 0) > maxPart) throw new ArchiveFault(`${name} is larger than it can be.`);
  let state: 'before' | 'within' | 'after' = 'before';
  for await (const line of linesOf(zip, name)) {
    const text = line.trim();
    // Our files have no empty lines, and a few kilobytes can unpack to millions of them.
    if (text === '') throw notOurs(name);
    if (state === 'before' && text === '[') state = 'within';
    else if (state === 'within' && text === ']') state = 'after';
    else if (state === 'within') yield text.endsWith(',') ? text.slice(0, -1) : text;
    else throw notOurs(name);
  }
  if (state !== 'after') throw notOurs(name);
}

async function* linesOf(zip: ZipReader, name: string): AsyncGenerator<string> {
  const stream = await zip.open(name);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of stream) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLine) throw notOurs(name);
      yield* lines;
    }
  } catch (error) {
    throw error instanceof ArchiveFault ? error : notOurs(name);
  } finally {
    stream.destroy();
  }
  if (rest !== '') yield rest;
}
