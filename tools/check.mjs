#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check`: format and lint, types, the architecture, documents, dead code, side by side. Prints one line a step,
 * and what a step said if it failed; ends with 1 on any fault. `npm run check -- --fix` formats and mends what can be mended.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);
const node = bin('node');
const fix = process.argv.includes('--fix');

/** Runs a program at the root; answers its exit code and all that it printed. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 1, output: `${command} could not be started: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const typed = ['contract', 'server', 'web', 'e2e', 'bench', 'tools'].filter((folder) =>
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
  { name: 'architecture', command: node, args: ['tools/architecture/check.mjs'] },
  { name: 'documents', command: node, args: ['tools/documents.mjs', ...(fix ? [] : ['--check'])] },
  { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
];

if (!existsSync(bin('biome'))) {
  console.log('Installing what the check needs …');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) {
    console.log(output);
    process.exit(1);
  }
}

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
    ? `Check: all is well (${total} s).`
    : `Check: ${failed.length} of ${results.length} steps failed.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
