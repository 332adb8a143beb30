#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm run check`: checks format and lint, types, the architecture, documents, and dead code, a few at a time. Prints the codebase in
 * ten lines, then one line per step, and the output of the failed steps; exits with 1 if anything fails. `npm run check -- --fix`
 * formats and fixes what it can.
 */
const { availableParallelism } = await import('node:os');
const { join } = await import('node:path');
const { run } = await import('./lib/child.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { pinnedNode, root } = await import('./lib/place.mjs');

const bin = (name) => join(root, 'node_modules/.bin', name);
const fix = process.argv.includes('--fix');

/** What is type-checked in one run, the longest first. tsc caches its results for unchanged files. */
const typed = {
  server: 'server',
  'tools, tests and benches': 'tools/tsconfig.around.json',
  web: 'web',
  contract: 'contract',
  tools: 'tools',
};
const typesKnown = (name) => join(root, 'node_modules/.cache/tsc', `${name.replaceAll(' ', '-')}.tsbuildinfo`);

const steps = [
  {
    name: 'format and lint',
    command: bin('biome'),
    args: ['check', '--error-on-warnings', '--colors=off', ...(fix ? ['--write'] : [])],
  },
  ...Object.entries(typed).map(([name, project]) => ({
    name: `types: ${name}`,
    command: bin('tsc'),
    args: ['-p', project, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', typesKnown(name)],
  })),
  { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
  { name: 'architecture', command: pinnedNode, args: ['tools/architecture/check.mjs'] },
  { name: 'documents', command: pinnedNode, args: ['tools/documents.mjs', ...(fix ? [] : ['--check'])] },
  { name: 'figures', command: pinnedNode, args: ['bench/documents-process.ts', ...(fix ? [] : ['--check'])] },
];

await ensureInstalled({ tools: true });

const started = performance.now();
const results = [];
const waiting = steps.values();
const work = async () => {
  for (const step of waiting) {
    const begun = performance.now();
    const result = await run(step.command, step.args);
    results.push({ ...step, ...result, seconds: (performance.now() - begun) / 1000 });
  }
};
// One more than the number of cores: a step that's reading files leaves its core to another.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));

const failed = results.filter(({ code }) => code !== 0);
for (const { name, output } of failed) console.log(`── ${name} ──\n${output.trim()}\n`);
const house = results.find(({ name, code }) => name === 'architecture' && code === 0);
if (house) console.log(`${house.output.trim()}\n`);
for (const { name, code, seconds } of results)
  console.log(`${code === 0 ? 'ok    ' : 'FAULT '} ${name.padEnd(20)} ${seconds.toFixed(1)} s`);
const total = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `Check: no problems (${total} s).`
    : `Check: ${failed.length} of ${results.length} steps failed.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
