import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Documents with parts that are generated. */
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'docs/settings.md',
  'docs/performance-figures.md',
  'docs/decisions/README.md',
];

/**
 * Regenerates the blocks `<!-- made: name -->` … `<!-- end -->` that have a name in `blocks`; leaves others alone.
 * @param command what brings the documents up to date
 */
export function fillBlocks(blocks: Record<string, () => string>, command: string): void {
  const checkOnly = process.argv.includes('--check');
  for (const document of DOCUMENTS) {
    const path = join(root, document);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(/(<!-- made: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (whole, start, name, end) => {
      const block = blocks[name];
      return block === undefined ? whole : `${start}\n${block()}\n\n${end}`;
    });
    if (after === before) continue;
    if (checkOnly) {
      console.log(`${document} is out of date: run "${command}".`);
      process.exitCode = 1;
    } else {
      writeFileSync(path, after);
      console.log(`Updated ${document}.`);
    }
  }
}
