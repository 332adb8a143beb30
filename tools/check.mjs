#!/usr/bin/env node
import './lib/require-node.mjs';

/**
 * `npm run check`: checks format and lint, types, the architecture, documents, and dead code, a few at a time. Names the steps and says
 * how each of them ended as soon as it has, then prints the output of the failed steps and the codebase in ten lines; exits with 1 if
 * anything fails. `npm run check -- types` runs the steps with that word in their names, and `--fix` formats and fixes what it can.
 */
const { availableParallelism } = await import('node:os');
const { findSteps, stepsOf } = await import('./lib/check-steps.mjs');
const { run } = await import('./lib/child.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const words = process.argv.slice(2).filter((word) => word !== '--fix');
const all = stepsOf(process.argv.includes('--fix'));
const steps = findSteps(all, words);
const named = (list) => list.map(({ name }) => name).join(' · ');
if (steps.length === 0) {
  console.error(`No step has ${words.join(' or ')} in its name. The steps are: ${named(all)}`);
  process.exit(1);
}
await ensureInstalled({ tools: true });

if (steps.length > 1) console.log(`Steps: ${named(steps)}\n`);
const started = performance.now();
const secondsSince = (begun) => ((performance.now() - begun) / 1000).toFixed(1);
const results = [];
const waiting = steps.values();
const work = async () => {
  for (const step of waiting) {
    const begun = performance.now();
    const result = await run(step.command, step.args);
    results.push({ ...step, ...result });
    console.log(`${result.code === 0 ? 'ok    ' : 'FAULT '} ${step.name.padEnd(31)} ${secondsSince(begun)} s`);
  }
};
// One more than the number of cores: a step that's reading files leaves its core to another.
await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));

const failed = results.filter(({ code }) => code !== 0);
for (const { name, output, advise } of failed)
  console.log(`\n── ${name} ──\n${output.trim()}${advise ? `\n\n${advise(output)}` : ''}`);
const house = results.find(({ name, code }) => name === 'architecture' && code === 0);
if (house) console.log(`\n${house.output.trim()}`);
console.log(
  failed.length === 0
    ? `\nCheck: no problems (${secondsSince(started)} s).`
    : `\nCheck: ${failed.length} of ${steps.length} steps failed: ${named(failed)}. To run one again: npm run check -- ${failed[0].name.split(/[ :]/)[0]}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
