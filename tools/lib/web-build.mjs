import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { pinnedNode, root } from './place.mjs';
import { beginStep } from './progress.mjs';

const sources = ['web', 'contract', 'package-lock.json'];
const skipped = new Set(['node_modules', 'dist', '.cache']);
const built = join(root, 'web/dist');
const stampName = '.sources';

/** Builds the web app if its sources have changed since the last build. Ends the process if that fails. */
export async function ensureWebBuilt() {
  const stamp = stampOf();
  if (readStamp() === stamp) return;
  const step = beginStep('Building the web app');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // It's built to the side and moved into place when complete: a server may be running from the last build, and another start may be
  // building right now.
  const name = `.cache/build-${process.pid}`;
  const aside = join(root, 'web', name);
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', name, '--emptyOutDir'];
  const { code, output } = await run(pinnedNode, args, { cwd: join(root, 'web') });
  if (code !== 0) {
    step.failed();
    console.error(output.trim());
    rmSync(aside, { recursive: true, force: true });
    process.exit(1);
  }
  writeFileSync(join(aside, stampName), stamp);
  putInPlace(aside);
  step.done();
}

function putInPlace(aside) {
  const old = `${aside}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(built, old);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    try {
      renameSync(aside, built);
      break;
    } catch (error) {
      // Another start has put its build in place meanwhile.
      if (attempt === 5 || !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
  rmSync(old, { recursive: true, force: true });
}

function readStamp() {
  try {
    return readFileSync(join(built, stampName), 'utf8');
  } catch {
    return undefined;
  }
}

/** Changes with any file the build could read. */
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
