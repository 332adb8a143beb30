import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasPinnedNode, root } from './place.mjs';
import { beginStep } from './progress.mjs';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.hubbub-installed');
const manifests = [
  'package-lock.json',
  'package.json',
  'contract/package.json',
  'server/package.json',
  'web/package.json',
];

/**
 * Installs the dependencies if they're missing or don't match the lock file. Takes a few milliseconds if they're in place. Ends the
 * process with npm's output if installing fails.
 * @param {{ tools: boolean }} options `tools`: also what only development and tests need
 */
export async function ensureInstalled({ tools }) {
  const stamp = stampOf();
  if (isInstalled(stamp, tools)) return;
  const isAdding = existsSync(stampFile) && readStamp().stamp === stamp;
  const step = beginStep(isAdding ? 'Installing what tests and development need' : 'Installing the dependencies');
  // `npm ci` empties the folder first, which would break a server running from it; if only the tools are missing, they're added.
  const command = isAdding ? ['install', '--no-save'] : ['ci'];
  const { code, output } = await npm([...command, tools ? '--include=dev' : '--omit=dev']);
  if (code !== 0 || !hasPinnedNode()) {
    step.failed();
    console.error(output.trim());
    console.error(explain(code, output));
    process.exit(1);
  }
  writeStamp(stamp, tools);
  step.done();
}

function isInstalled(stamp, tools) {
  if (!hasPinnedNode()) return false;
  const found = readStamp();
  if (found.stamp === stamp && (found.tools || !tools)) return true;
  // Someone may have installed with npm directly; its own record says what's installed.
  if (!matchesLock(tools)) return false;
  writeStamp(stamp, tools || matchesLock(true));
  return true;
}

/** Changes with anything that determines what's installed. */
function stampOf() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of manifests) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function writeStamp(stamp, tools) {
  writeFileSync(stampFile, JSON.stringify({ stamp, tools }));
}

/** Whether node_modules has every package of the lock file in its version. */
function matchesLock(tools) {
  const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  try {
    const wanted = read(join(root, 'package-lock.json'));
    const found = read(join(modules, '.package-lock.json'));
    return Object.entries(wanted).every(([path, { version, link, optional, dev, devOptional }]) => {
      if (!path.includes('node_modules/') || link) return true;
      if (found[path] === undefined) return optional || devOptional || (dev && !tools);
      return found[path].version === version;
    });
  } catch {
    return false;
  }
}

/** Silently runs the npm that started this, or else the one on the path; returns its exit code and everything it printed. */
function npm(args) {
  const own = process.env.npm_execpath;
  const isNpm = own !== undefined && basename(own) === 'npm-cli.js';
  const windows = process.platform === 'win32';
  const all = [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const child = spawn(isNpm ? process.execPath : 'npm', isNpm ? [own, ...all] : all, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: windows && !isNpm,
  });
  let output = '';
  const keep = (chunk) => {
    output += chunk;
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function explain(code, output) {
  if (code === 0) {
    return "npm didn't install the Node that Hubbub runs on. If npm ignores install scripts (npm config get ignore-scripts), allow them for this folder: npm rebuild node --ignore-scripts=false";
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(output)) {
    return "The dependencies couldn't be downloaded. Check your internet connection (npm ping) and try again.";
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Hubbub needs about 1.5 GB for its dependencies.';
  return "The dependencies couldn't be installed; npm says why above.";
}
