#!/usr/bin/env node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { features, suffixes } from '../architecture.config.js';
import { secretNames } from '../server/src/platform/config/secret-files.ts';
import { settings } from '../server/src/platform/config/settings.ts';
import { fillBlocks } from './lib/blocks.ts';
import { settingGroups } from './lib/setting-groups.ts';

/**
 * Generates the parts of the documents that come from the code, so that they can't go stale:
 * `<!-- made: name -->` … `<!-- end -->`. With `--check` it writes nothing and fails if a block is out of date.
 */

const cell = (text) => text.replaceAll('|', '\\|');

/** Every setting with its default, chapter by chapter, and which of them can come from files. */
function settingsTables() {
  const grouped = Object.values(settingGroups).flat();
  const misplaced = Object.keys(settings).filter((name) => grouped.filter((each) => each === name).length !== 1);
  if (misplaced.length > 0)
    throw new Error(`Put ${misplaced.join(', ')} into one group of tools/lib/setting-groups.ts.`);
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

fillBlocks(
  { settings: settingsTables, features: featureOrder, suffixes: suffixTable, decisions: decisionList },
  'node_modules/.bin/node tools/documents.mjs',
);
