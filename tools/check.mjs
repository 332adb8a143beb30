#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm run check`: format and lint, types, the architecture, documents, dead code, side by side. Prints one line a step,
 * and what a step said if it failed; ends with 1 on any fault. `npm run check -- --fix` formats and mends what can be mended.
 */
const { existsSync } = await import('node:fs');
const { join } = await import('node:path');
const { run } = await import('./lib/child.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { pinnedNode, root } = await import('./lib/place.mjs');

const bin = (name) => join(root, 'node_modules/.bin', name);
const fix = process.argv.includes('--fix');

const typed = ['contract', 'server', 'web', 'e2e', 'bench', 'cluster', 'tools'].filter((folder) =>
  existsSync(join(root, folder, 'tsconfig.json')),
);

const steps = [
  {
    name: 'format and lint',
    command: bin('biome'),
    args: ['check', '--error-on-warnings', '--colors=off', ...(fix ? ['--write'] : [])],
  },
  ...typed.map((folder) => ({
    name: `types of ${folder}`,
    command: bin('tsc'),
    args: ['-p', folder, '--pretty', 'false'],
  })),
  { name: 'architecture', command: pinnedNode, args: ['tools/architecture/check.mjs'] },
  { name: 'documents', command: pinnedNode, args: ['tools/documents.mjs', ...(fix ? [] : ['--check'])] },
  { name: 'figures', command: pinnedNode, args: ['bench/documents-process.ts', ...(fix ? [] : ['--check'])] },
  { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
];

await ensureInstalled({ tools: true });

const started = performance.now();
const results = await Promise.all(
  steps.map(async (step) => {
    const begun = performance.now();
    const result = await run(step.command, step.args);
    return { ...step, ...result, seconds: (performance.now() - begun) / 1000 };
  }),
);

const failed = results.filter(({ code }) => code !== 0);
for (const { name, output } of failed) console.log(`── ${name} ──\n${output.trim()}\n`);
for (const { name, code, seconds } of results)
  console.log(`${code === 0 ? 'ok    ' : 'FAULT '} ${name.padEnd(20)} ${seconds.toFixed(1)} s`);
const total = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `Check: no problems (${total} s).`
    : `Check: ${failed.length} of ${results.length} steps failed.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
