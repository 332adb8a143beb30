import { join } from 'node:path';
import { ownerExamination } from '#app/owner-examination.ts';
import { examine } from '#operations/doctor/doctor.ts';
import type { Finding } from '#platform/errors/finding.ts';

/** `npm run doctor`: prints the findings, worst last; exits with 1 if something doesn't work. `--json` is for machines. */
const marks = { ok: 'ok      ', off: 'not set ', warning: 'WARNING ', failed: 'FAILED  ' };
const order = ['off', 'ok', 'warning', 'failed'];

const say = (line: string) => process.stdout.write(`${line}\n`);

const asJson = process.argv.includes('--json');
const strange = process.argv.slice(2).filter((argument) => argument !== '--json');

function print(findings: Finding[]): void {
  for (const { about, state, found, fix } of findings.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state),
  )) {
    say(`${marks[state]} ${about.padEnd(10)} ${found}`);
    if (fix) say(`${' '.repeat(20)}→ ${fix}`);
  }
  const count = (state: string) => findings.filter((finding) => finding.state === state).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  say(
    failed + warnings === 0
      ? '\nNo problems found.'
      : `\n${failed} ${failed === 1 ? 'thing does' : 'things do'}n't work, ${warnings} to check.`,
  );
}

if (strange.length > 0) {
  say(`Unknown argument: ${strange.join(' ')}. The doctor takes only --json; its settings come from the environment.`);
  process.exit(64);
}
const findings = await examine(process.env, join(import.meta.dirname, '../..'), ownerExamination);
if (asJson) say(JSON.stringify({ ok: !findings.some(({ state }) => state === 'failed'), findings }, null, 2));
else print(findings);
process.exit(findings.some(({ state }) => state === 'failed') ? 1 : 0);
