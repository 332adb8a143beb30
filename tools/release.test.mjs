import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from './lib/place.mjs';
import { release } from './release.mjs';

let folder;

const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
const read = (path) => readFileSync(join(folder, path), 'utf8');
const json = (path) => JSON.parse(read(path));
const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`);
};
const commit = (title) => {
  git('add', '--all');
  git('commit', '--quiet', '--message', title);
};

const changelog = `# Changelog

## [Unreleased]

### Added

- Pinned notes.

## [0.1.0] - 2026-01-31

- The first release.
`;

/** A repository with the files that contain the version. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hubbub-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Releaser');
  git('config', 'user.email', 'releaser@example.org');
  const one = { name: '@hubbub/one', version: '0.1.0' };
  const two = { name: '@hubbub/two', version: '0.1.0', dependencies: { '@hubbub/one': '0.1.0', other: '0.1.0' } };
  const whole = { name: 'hubbub', version: '0.1.0', workspaces: ['one', 'two'] };
  write('package.json', { ...whole, scripts: { check: 'node check.cjs' } });
  write('one/package.json', one);
  write('two/package.json', two);
  const other = { version: '0.1.0' };
  const packages = { '': whole, one, two, 'node_modules/other': other };
  write('package-lock.json', { name: 'hubbub', version: '0.1.0', lockfileVersion: 3, packages });
  write('deploy/kubernetes/kustomization.yaml', 'images:\n  - name: hubbub\n    newTag: 0.1.0\n');
  write('CHANGELOG.md', changelog);
  write('check.cjs', '');
  commit('Start');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a release', () => {
  test('sets the version everywhere, dates the changelog, commits and tags', () => {
    expect(release(folder, { wanted: 'minor', date: '2026-02-28' })).toBe('0.2.0');
    for (const path of ['package.json', 'one/package.json', 'two/package.json', 'package-lock.json'])
      expect(json(path).version, path).toBe('0.2.0');
    expect(json('two/package.json').dependencies).toEqual({ '@hubbub/one': '0.2.0', other: '0.1.0' });
    const { packages } = json('package-lock.json');
    expect(packages).toMatchObject({ '': { version: '0.2.0' }, one: { version: '0.2.0' }, two: { version: '0.2.0' } });
    expect(packages.two.dependencies).toEqual({ '@hubbub/one': '0.2.0', other: '0.1.0' });
    expect(packages['node_modules/other'].version).toBe('0.1.0');
    expect(read('deploy/kubernetes/kustomization.yaml')).toContain('newTag: 0.2.0\n');
    expect(read('CHANGELOG.md')).toContain(
      '## [Unreleased]\n\n## [0.2.0] - 2026-02-28\n\n### Added\n\n- Pinned notes.\n',
    );
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag');
  });

  test.each([
    ['major', '1.0.0'],
    ['patch', '0.1.1'],
    ['0.10.0', '0.10.0'],
  ])('%s leads to %s', (wanted, version) => {
    expect(release(folder, { wanted })).toBe(version);
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d\n`));
  });

  const refusals = [
    ['uncommitted changes', () => write('one/new.txt', 'text'), 'There are uncommitted changes.'],
    [
      'an empty Unreleased section',
      () => {
        write('CHANGELOG.md', changelog.replace('- Pinned notes.\n', ''));
        commit('Empty the changelog');
      },
      'The Unreleased section of CHANGELOG.md is empty.',
    ],
    [
      'a failing check',
      () => {
        write('check.cjs', 'process.exit(1)');
        commit('Break the check');
      },
      'The check failed',
    ],
    [
      'a check that changes files',
      () => {
        write('check.cjs', "require('node:fs').writeFileSync('formatted.txt', '')");
        commit('Format in the check');
      },
      'The check changed files.',
    ],
    ['a tag that exists', () => git('tag', 'v0.2.0'), 'The tag v0.2.0 exists already.'],
  ];
  test.each(refusals)('is refused for %s, and changes nothing', (_reason, prepare, sentence) => {
    prepare();
    const before = git('rev-parse', 'HEAD');
    expect(() => release(folder, { wanted: '0.2.0' })).toThrow(sentence);
    expect(git('rev-parse', 'HEAD')).toBe(before);
    expect(json('package.json').version).toBe('0.1.0');
  });

  test.each([undefined, 'next', '1.0', 'v1.0.0', 'constructor', '0.1.0', '0.0.9'])(
    'is refused for the version %s',
    (wanted) => {
      expect(() => release(folder, { wanted })).toThrow(/Usage: npm run release|This is version 0\.1\.0 already/);
    },
  );

  test('of Hubbub itself finds one version in all workspaces, and the sections of its changelog', () => {
    const own = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
    const { version, workspaces } = own('package.json');
    for (const workspace of workspaces) expect(own(`${workspace}/package.json`).version, workspace).toBe(version);
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \[Unreleased\]$/m);
  });
});
