import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { pinnedNode, root } from './place.mjs';

const sources = ['web', 'contract', 'package-lock.json'];
const skipped = new Set(['node_modules', 'dist', '.cache']);
const stampFile = join(root, 'web/dist/.sources');

/** Builds the web app when its sources are not those of the last build. Ends the process when that fails. */
export async function ensureWebBuilt() {
  const stamp = stampOf();
  if (readStamp() === stamp) return;
  process.stdout.write('Building the web app … ');
  const began = Date.now();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(pinnedNode, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web') });
  if (code !== 0) {
    process.stdout.write('failed.\n');
    console.error(output.trim());
    process.exit(1);
  }
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
  process.stdout.write(`done in ${Math.round((Date.now() - began) / 1000)} s.\n`);
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** Changes with any file that the build could read. */
function stampOf() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((name) => [...filesIn(name)])) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function* filesIn(path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error;
    yield path;
    return;
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (skipped.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesIn(`${path}/${entry.name}`);
    else if (entry.isFile()) yield `${path}/${entry.name}`;
  }
}
