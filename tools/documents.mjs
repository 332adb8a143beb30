#!/usr/bin/env node
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { features, suffixes } from '../architecture.config.js';
import { headlines, readResults, shortDocument, wholeDocument } from '../bench/results.ts';
import { secretNames } from '../server/src/platform/config/secret-files.ts';
import { settingGroups } from '../server/src/platform/config/setting-groups.ts';
import { settings } from '../server/src/platform/config/settings.ts';

/**
 * Generates the parts of the documents that come from the code and from benchmarks, so that they can't go stale:
 * `<!-- made: name -->` … `<!-- end -->`. With `--check` it writes nothing and fails if a block is out of date.
 */

const cell = (text) => text.replaceAll('|', '\\|');

/** Every setting with its default, chapter by chapter, and which of them can come from files. */
function settingsTables() {
  const grouped = Object.values(settingGroups).flat();
  const misplaced = Object.keys(settings).filter((name) => grouped.filter((each) => each === name).length !== 1);
  if (misplaced.length > 0)
    throw new Error(`Put ${misplaced.join(', ')} into one group of server/src/platform/config/setting-groups.ts.`);
  const row = (name) => {
    const { fallback, meaning } = settings[name];
    return `| \`${name}\` | ${fallback ? `\`${cell(fallback)}\`` : ''} | ${cell(meaning)} |`;
  };
  const chapters = Object.entries(settingGroups).map(([title, names]) =>
    [`## ${title}`, '', '| Setting | Default | Meaning |', '| --- | --- | --- |', ...names.map(row)].join('\n'),
  );
  const names = secretNames.map((name) => `\`${name}\``);
  const last = names.pop();
  const secrets = `## Secrets from files

Secrets don't have to be in the environment: a setting of the same name with \`_FILE\` appended names a file that contains the value.
This works for ${names.join(', ')} and ${last}.`;
  return [...chapters, secrets].join('\n\n');
}

const featureOrder = () => `${features.join(' → ')}`;

function suffixTable() {
  const rows = Object.entries(suffixes.server).map(([suffix, meaning]) => `| \`*.${suffix}.ts\` | ${cell(meaning)} |`);
  return ['| File in a feature | What it holds |', '| --- | --- |', ...rows].join('\n');
}

/** Every decision by its title. */
function decisionList() {
  const folder = fileURLToPath(new URL('../docs/decisions/', import.meta.url));
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name) && !name.startsWith('0000'));
  const title = (name) => /^# (?:\d{4}: )?(.+)$/m.exec(readFileSync(`${folder}${name}`, 'utf8'))?.[1];
  return names
    .sort()
    .map((name) => `- [${name.slice(0, 4)}](${name}): ${title(name)}`)
    .join('\n');
}

/** The latest recorded results of `npm run bench -- --record`, part by part. */
const figuresFile = fileURLToPath(new URL('../bench/figures.json', import.meta.url));
const figures = (document) => () =>
  existsSync(figuresFile) ? document(readResults(figuresFile)) : 'Nothing has been measured yet.';

const blocks = {
  settings: settingsTables,
  features: featureOrder,
  suffixes: suffixTable,
  decisions: decisionList,
  headlines: figures(headlines),
  speed: figures(shortDocument),
  figures: figures(wholeDocument),
};

/** The document with every block regenerated. */
function fill(text) {
  return text.replace(/(<!-- made: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_whole, start, name, end) => {
    if (blocks[name] === undefined) throw new Error(`There's no block called "${name}" in tools/documents.mjs.`);
    return `${start}\n${blocks[name]()}\n\n${end}`;
  });
}

const checkOnly = process.argv.includes('--check');
for (const name of [
  'README.md',
  'ARCHITECTURE.md',
  'docs/settings.md',
  'docs/performance-figures.md',
  'docs/decisions/README.md',
]) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const before = readFileSync(path, 'utf8');
  const after = fill(before);
  if (after === before) continue;
  if (checkOnly) {
    console.log(`${name} is out of date: run "node_modules/.bin/node tools/documents.mjs".`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
    console.log(`Updated ${name}.`);
  }
}
