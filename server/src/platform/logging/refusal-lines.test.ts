import { pino } from 'pino';
import { expect, test } from 'vitest';
import { widerNetworkOf } from '#platform/rate-limits/address.ts';
import { createRefusalLines, type RefusalLine } from './refusal-lines.ts';

function open() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let now = new Date('2026-03-01T10:00:00Z');
  const refusals = createRefusalLines(log, { now: () => now }, widerNetworkOf);
  const write = (
    userId: string | undefined,
    network = '192.0.2.1',
    security: RefusalLine['security'] = 'not_allowed',
  ) => refusals.write({ security, call: 'GET /v1/site', userId }, network);
  return { lines, write, wait: (hours: number) => void (now = new Date(now.getTime() + hours * 3_600_000)) };
}

test('At most 20 lines of a kind are written about one person, or one network without a person, a day', () => {
  const { lines, write, wait } = open();
  for (let n = 0; n < 50; n += 1) write('ada', `192.0.2.${n}`);
  expect(lines).toHaveLength(20);
  expect(lines.map(({ more }) => more)).toEqual([...new Array(19).fill(undefined), false]);
  write('ada', '192.0.2.1', 'rate_limited');
  write('grace');
  expect(lines).toHaveLength(22);
  for (let n = 0; n < 50; n += 1) write(undefined, '192.0.2.7');
  write(undefined, '192.0.2.8');
  expect(lines).toHaveLength(43);
  wait(13.5);
  write('ada');
  expect(lines).toHaveLength(43);
  wait(1);
  write('ada');
  expect(lines).toHaveLength(44);
});

test('At most 10,000 lines of a kind are written a day about networks, and as many about people, whom no flood hides', () => {
  const { lines, write } = open();
  for (let n = 0; n < 10_050; n += 1) write(undefined, `network ${n}`);
  expect(lines).toHaveLength(10_000);
  expect(lines.at(-1)).toMatchObject({ more: false });
  write(undefined, '192.0.2.1', 'rate_limited');
  write('ada');
  expect(lines).toHaveLength(10_002);
  for (let n = 0; n < 10_050; n += 1) write(`person ${n}`);
  expect(lines).toHaveLength(20_001);
  expect(lines.at(-1)).toMatchObject({ more: false });
});

test('IPv6 networks count by their /48 once half of the lines are used up, so that one person does not use the others', () => {
  const { lines, write } = open();
  for (let n = 0; n < 10_000; n += 1) write(undefined, `2001:db8:1:${n.toString(16)}::/64`);
  expect(lines).toHaveLength(5_020);
  write(undefined, '192.0.2.1');
  expect(lines).toHaveLength(5_021);
});
