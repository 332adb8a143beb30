import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fillBlocks } from '../tools/lib/blocks.ts';
import { root } from './children.ts';
import { headlines, type Results, readResults, shortDocument, wholeDocument } from './results.ts';

/** Generates the parts of the documents that come from recorded benchmarks; `--check` only fails if they're out of date. */

const file = join(root, 'bench/figures.json');
const figures = (document: (results: Results) => string) => () =>
  existsSync(file) ? document(readResults(file)) : 'Nothing has been measured yet.';

fillBlocks(
  { headlines: figures(headlines), speed: figures(shortDocument), figures: figures(wholeDocument) },
  'node_modules/.bin/node bench/documents-process.ts',
);
