import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkArchitecture, formatFault } from './architecture/check.mjs';
import { createFeature } from './new-feature.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const COPIED = [
  ...['contract', 'server', 'web', 'docs', 'tools/documents.mjs', 'tools/lib'],
  ...[
    'architecture.config.js',
    'biome.json',
    'knip.jsonc',
    'package.json',
    'tsconfig.json',
    'ARCHITECTURE.md',
    'README.md',
  ],
];
const LEFT_OUT = new Set(['node_modules', 'dist', 'data']);

/** Copies of the product below the root, so that its packages are found; their workspaces are their own. */
const copies = [];
let copy;
let written;

function copyProduct() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const made = mkdtempSync(join(root, '.cache/new-feature-'));
  copies.push(made);
  for (const each of COPIED)
    cpSync(join(root, each), join(made, each), { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  mkdirSync(join(made, 'node_modules/@hubbub'), { recursive: true });
  for (const each of ['contract', 'server', 'web'])
    symlinkSync(join(made, each), join(made, 'node_modules/@hubbub', each));
  return made;
}

/** A program's output about the new feature; it may fail. */
function say(program, args, cwd = copy) {
  try {
    return execFileSync(join(root, 'node_modules/.bin', program), args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  }
}

beforeAll(() => {
  copy = copyProduct();
  written = createFeature(copy, { noun: 'book-clubs', withWeb: true });
}, 60_000);

afterAll(() => {
  for (const each of copies) rmSync(each, { recursive: true, force: true });
});

async function faultsOf(folder) {
  const config = await import(pathToFileURL(join(folder, 'architecture.config.js')).href);
  return checkArchitecture(folder, config)
    .map(formatFault)
    .filter((fault) => /book|BookClub/.test(fault));
}

describe('what the feature generator writes passes the check: it', () => {
  test('keeps the architecture', async () => {
    const config = await import(pathToFileURL(join(copy, 'architecture.config.js')).href);
    expect(config.features.at(-1)).toBe('book-clubs');
    expect(await faultsOf(copy)).toEqual([]);
  });

  test.each(['contract', 'server', 'web'])(
    'keeps the types of %s',
    (workspace) => {
      const files = written.filter((path) => path.startsWith(`${workspace}/`) && /\.tsx?$/.test(path));
      // Only what was written and what it imports: nothing else can have changed its types.
      const project = join(copy, workspace, 'tsconfig.written.json');
      const config = { extends: './tsconfig.json', include: [], files: files.map((path) => join(copy, path)) };
      writeFileSync(project, JSON.stringify(config));
      const faults = say('tsc', ['-p', project, '--pretty', 'false']).split('\n');
      expect(faults.filter((line) => /book|BookClub/.test(line))).toEqual([]);
    },
    240_000,
  );

  test('needs no formatting or fixing', () => {
    const files = written.filter((path) => !/\.(sql|md)$/.test(path));
    expect(say('biome', ['check', '--error-on-warnings', '--vcs-enabled=false', ...files])).not.toContain('Found');
  }, 60_000);

  test('leaves no dead code: every export is used, the page included', () => {
    // Shows that the check looks at the copy.
    const planted = 'web/src/features/book-clubs/planted.ts';
    writeFileSync(join(copy, planted), 'export const nothing = 1;\n');
    const faults = say('knip', ['--no-progress']).split('\n');
    rmSync(join(copy, planted));
    // It also finds what only the folders use that aren't copied.
    expect(faults.filter((line) => /book|BookClub/i.test(line))).toEqual([planted]);
  }, 240_000);

  test('leaves the documents up to date', () => {
    expect(say('node', ['tools/documents.mjs', '--check'])).toBe('');
  });

  test('registers the feature in the composition root', () => {
    const app = readFileSync(join(copy, 'server/src/app.ts'), 'utf8');
    expect(app).toContain('registerBookClubsRoutes(http);');
  });

  test('keeps the architecture, has no dead code and leaves the documents up to date without a page as well', async () => {
    const pageless = copyProduct();
    createFeature(pageless, { noun: 'book-clubs' });
    expect(await faultsOf(pageless)).toEqual([]);
    const dead = say('knip', ['--no-progress'], pageless).split('\n');
    expect(dead.filter((line) => /book|BookClub/i.test(line))).toEqual([]);
    expect(say('node', ['tools/documents.mjs', '--check'], pageless)).toBe('');
  }, 240_000);

  test("refuses a noun that exists, and one that can't be a folder", () => {
    expect(() => createFeature(copy, { noun: 'book-clubs' })).toThrow('already exists');
    expect(() => createFeature(copy, { noun: '../notes' })).toThrow("can't be used");
    expect(() => createFeature(copy, { noun: 'sheep' })).toThrow("can't be used");
  });
});
