#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { features, suffixes } from '../architecture.config.js';
import { readResults, shortDocument, wholeDocument } from '../bench/results.ts';
import { secretNames } from '../server/src/platform/config/secret-files.ts';
import { settings } from '../server/src/platform/config/settings.ts';

/**
 * Fills the blocks of the documents that are made from the code and from what was measured, so that they cannot grow stale:
 * `<!-- made: name -->` … `<!-- end -->`. With `--check` it writes nothing and fails if a block is out of date.
 */

const cell = (text) => text.replaceAll('|', '\\|');

/** Every setting with its default, in the order of the code, and which of them can stand in files. */
function settingsTable() {
  const rows = Object.entries(settings).map(
    ([name, { fallback, meaning }]) =>
      `| \`${name}\` | ${fallback ? `\`${cell(fallback)}\`` : ''} | ${cell(meaning)} |`,
  );
  const names = secretNames.map((name) => `\`${name}\``);
  const last = names.pop();
  const files = `Secrets need not stand in the environment: a setting of the same name with \`_FILE\` after it names a file whose one line is
the value. That goes for ${names.join(', ')} and ${last}.`;
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows, '', files].join('\n');
}

const featureOrder = () => `${features.join(' → ')}`;

function suffixTable() {
  const rows = Object.entries(suffixes.server).map(([suffix, meaning]) => `| \`*.${suffix}.ts\` | ${cell(meaning)} |`);
  return ['| File of a feature | Question that it answers |', '| --- | --- |', ...rows].join('\n');
}

/** What `npm run bench -- --record` measured last, part by part. */
const figuresFile = fileURLToPath(new URL('../bench/figures.json', import.meta.url));
const figures = (document) => () =>
  existsSync(figuresFile) ? document(readResults(figuresFile)) : 'Nothing is measured yet.';

const blocks = {
  settings: settingsTable,
  features: featureOrder,
  suffixes: suffixTable,
  speed: figures(shortDocument),
  figures: figures(wholeDocument),
};

/** The document with every block made anew. */
function fill(text) {
  return text.replace(/(<!-- made: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_whole, start, name, end) => {
    if (blocks[name] === undefined) throw new Error(`No block is called "${name}" (tools/documents.mjs).`);
    return `${start}\n${blocks[name]()}\n\n${end}`;
  });
}

const checkOnly = process.argv.includes('--check');
for (const name of ['README.md', 'ARCHITECTURE.md', 'docs/performance-figures.md']) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const before = readFileSync(path, 'utf8');
  const after = fill(before);
  if (after === before) continue;
  if (checkOnly) {
    console.log(`${name} is out of date: run "node_modules/.bin/node tools/documents.mjs".`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
    console.log(`${name} was brought up to date.`);
  }
}
