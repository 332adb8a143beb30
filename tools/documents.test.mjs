import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const workspaces = ['contract', 'server', 'web', 'tools', 'bench', 'cluster', 'e2e', 'deploy'];
const isOurs = (path) => !/(^|\/)(node_modules|dist)\//.test(path);
const under = (folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`);

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...under('docs').filter((path) => path.endsWith('.md')),
  'deploy/README.md',
];
const fileNames = new Set(
  workspaces
    .flatMap(under)
    .filter(isOurs)
    .map((path) => path.split('/').at(-1)),
);

const isThere = (document, path) => existsSync(join(root, path)) || existsSync(join(root, dirname(document), path));

/** What a document names in backquotes, without patterns such as `<noun>.rules.ts`. */
const namesIn = (text) => [...text.matchAll(/`([^`\s<>*{}]+)`/g)].map(([, name]) => name);

test.each(documents)('%s links only to files that are there', (document) => {
  const links = [...readFileSync(join(root, document), 'utf8').matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !isThere(document, link))).toEqual([]);
});

// CONTRIBUTING.md is about a feature that one could add, and CHANGELOG.md about what was.
test.each(documents.filter((each) => each !== 'CONTRIBUTING.md' && each !== 'CHANGELOG.md'))(
  '%s names only files and folders that are there',
  (document) => {
    const lost = namesIn(readFileSync(join(root, document), 'utf8')).filter((name) =>
      workspaces.includes(name.split('/')[0])
        ? !isThere(document, name)
        : /^[\w/-][\w/.-]*\.(tsx?|mjs|sql)$/.test(name) && !fileNames.has(name.split('/').at(-1)),
    );
    expect(lost).toEqual([]);
  },
);
