#!/usr/bin/env node
import './lib/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const USAGE = 'Usage: npm run release -- major|minor|patch, or a version such as 1.4.0';

/** Something the person releasing has to fix first. */
class ReleaseError extends Error {}

const parts = (version) => version.split('.').map(Number);

function nextVersion(current, wanted) {
  const [major, minor, patch] = parts(current);
  const steps = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  if (Object.hasOwn(steps, wanted ?? '')) return steps[wanted];
  if (!/^\d+\.\d+\.\d+$/.test(wanted ?? '')) throw new ReleaseError(USAGE);
  const difference = parts(wanted).map((part, index) => part - parts(current)[index]);
  if ((difference.find((part) => part !== 0) ?? 0) <= 0)
    throw new ReleaseError(`This is version ${current} already. Choose a later one than that: ${wanted} isn't.`);
  return wanted;
}

/** The changelog with its Unreleased section dated, and a new empty one above it. */
function dateChangelog(text, version, date) {
  const heading = /^## \[?Unreleased\]?\n/m.exec(text);
  const rest = heading === null ? '' : text.slice(heading.index + heading[0].length);
  const section = rest.split(/^## /m, 1)[0];
  if (!/^[-*] /m.test(section))
    throw new ReleaseError(
      'The Unreleased section of CHANGELOG.md is empty. Write what changed since the last release.',
    );
  return text.replace(heading[0], `${heading[0]}\n## [${version}] - ${date}\n`);
}

/** Sets the version of the product and its workspaces, which is always the same, in a package.json or a lock file's entry. */
function setVersion(manifest, version, names) {
  manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {})) if (names.has(name)) manifest[kind][name] = version;
  return manifest;
}

/** Every file that contains the version, with its new text. */
function filesOf(root, version, date) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const parse = (path) => JSON.parse(read(path));
  const print = (value) => `${JSON.stringify(value, null, 2)}\n`;

  const workspaces = parse('package.json').workspaces ?? [];
  const manifests = ['package.json', ...workspaces.map((folder) => `${folder}/package.json`)];
  const names = new Set(manifests.map((path) => parse(path).name));
  const lock = parse('package-lock.json');
  lock.version = version;
  for (const folder of ['', ...workspaces]) setVersion(lock.packages[folder], version, names);

  const kustomization = 'deploy/kubernetes/kustomization.yaml';
  return {
    ...Object.fromEntries(manifests.map((path) => [path, print(setVersion(parse(path), version, names))])),
    'package-lock.json': print(lock),
    [kustomization]: read(kustomization).replace(/(newTag: ).*/, `$1${version}`),
    'CHANGELOG.md': dateChangelog(read('CHANGELOG.md'), version, date),
  };
}

/**
 * Bumps the version everywhere, dates the changelog, commits and tags. Nothing is written unless everything is in order.
 * @param {string} root the repository
 * @param {{wanted?: string, date?: string}} options `wanted`: major, minor, patch or a version; `date`: YYYY-MM-DD, today if left out
 * @returns {string} the new version
 * @throws {ReleaseError} a sentence that says what to do
 */
export function release(root, { wanted, date = new Date().toISOString().slice(0, 10) }) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = nextVersion(current, wanted);
  const tag = `v${version}`;

  if (git('status', '--porcelain') !== '')
    throw new ReleaseError('There are uncommitted changes. Commit them or put them away, then try again.');
  if (git('tag', '--list', tag) !== '')
    throw new ReleaseError(`The tag ${tag} exists already. Choose a later version.`);
  const files = filesOf(root, version, date);

  try {
    execFileSync('npm', ['run', '--silent', 'check'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  } catch {
    throw new ReleaseError('The check failed; it says why above. Fix that, commit, and try again.');
  }
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError('The check changed files. Commit them, then try again.');

  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...Object.keys(files));
  git('tag', '--annotate', '--message', `Hubbub ${version}`, tag);
  return version;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const version = release(fileURLToPath(new URL('..', import.meta.url)), { wanted: process.argv[2] });
    console.log(`Hubbub ${version} is committed and tagged. Publish it with: git push --follow-tags`);
  } catch (error) {
    console.error(error instanceof ReleaseError ? error.message : error);
    process.exitCode = 1;
  }
}
