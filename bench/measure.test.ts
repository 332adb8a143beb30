import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './children.ts';
import { median, medianOf, summarise } from './measure.ts';
import { timesIn } from './pgbench.ts';
import { merge, type PartResult, readResults, shortDocument, toJson, wholeDocument } from './results.ts';
import { format, formatShort, formatShortcomings, milliseconds, perSecond, type Row } from './table.ts';

test('a summary counts responses per second and finds the quantiles, in any order of times', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(summarise(times, 4, 3)).toEqual({ perSecond: 50, p50: 101, p95: 191, p99: 199, count: 200, failed: 3 });
});

test('the median of an even number of runs lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('takes the median of each figure over several runs, but loses no failure', () => {
  const run = (perSecond: number, failed: number) => ({ perSecond, p50: 1, p95: 2, p99: 3, count: 10, failed });
  expect(medianOf([run(100, 0), run(300, 7), run(200, 0)])).toMatchObject({ perSecond: 200, failed: 7 });
});

test("the table says which targets were met and missed, and nothing where there's no target", () => {
  const table = format([
    { what: 'One', ours: perSecond(1), ratio: 0.876, wanted: 'much', met: true },
    { what: 'Two', ours: '2', met: false },
    { what: 'Three', ours: [milliseconds(1.5, 'p50'), milliseconds(1234, 'p99')] },
  ]).split('\n');
  expect(table).toHaveLength(5);
  expect(table[2]).toContain('0.88');
  expect(table[2]).toContain('met');
  expect(table[3]).toContain('MISSED');
  expect(table[4]).not.toMatch(/met|MISSED/);
  expect(table[4]).toContain('p50 1.50 ms, p99 1,234 ms');
});

const rows: Row[] = [
  {
    what: 'Reading | fast',
    ours: perSecond(95),
    limit: perSecond(100),
    ratio: 0.95,
    inShort: 'Reads',
    limitIs: 'bare',
  },
  { what: 'Behind', ours: perSecond(50), limit: perSecond(100), ratio: 0.5, inShort: 'Slow', because: 'It does more.' },
  { what: 'Heavier', ours: milliseconds(2), limit: milliseconds(1), ratio: 2, because: 'It is larger.', met: true },
  { what: 'Lighter', ours: milliseconds(1), limit: milliseconds(2), ratio: 0.5, because: 'Never said.', met: true },
  { what: 'Refused', ours: 'none', wanted: 'some', met: false },
];

test('tables are valid Markdown: every row has as many cells as the header, whatever they contain', () => {
  for (const table of [format(rows), formatShort(rows)]) {
    const [head = '', rule = '', ...lines] = table.split('\n');
    const cells = (line: string) => line.split(/(?<!\\)\|/).length;
    expect(rule).toMatch(/^\|( -{3,} \|)+$/);
    for (const line of [rule, ...lines]) expect(cells(line)).toBe(cells(head));
  }
});

test('the short table has only the representative rows, and names their baselines', () => {
  const lines = formatShort(rows).split('\n').slice(2);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/Reads .* 95\/s .* 100\/s: bare .* 0\.95/);
});

test('reports what misses its target, and what falls behind its baseline by more than the noise between rounds', () => {
  expect(formatShortcomings(rows).split('\n')).toEqual([
    '- Slow: 0.50 times the baseline. It does more.',
    '- Heavier: 2.00 times the baseline. It is larger.',
    '- Refused: none. Target: some.',
  ]);
});

const result = (part: string, begun: string, ours: number): PartResult => ({
  part,
  meaning: `about ${part}`,
  begun,
  took: 1,
  commit: 'abc',
  machine: 'a machine',
  loadBefore: 0,
  people: 10,
  posts: 0,
  seconds: 6,
  rounds: 3,
  processes: 2,
  rows: [{ what: part, ours: perSecond(ours), inShort: part }],
});

test('a part measured again replaces its earlier results and nothing else', () => {
  const before = { version: 1 as const, parts: [result('b', '2026-01-01', 1), result('a 1000', '2026-01-01', 2)] };
  const { parts } = merge(before, [result('b', '2026-01-02', 3), result('a', '2026-01-02', 4)], ['a', 'b']);
  expect(parts.map(({ part, begun }) => `${part} ${begun}`)).toEqual([
    'a 1000 2026-01-01',
    'a 2026-01-02',
    'b 2026-01-02',
  ]);
});

test('results survive a round trip through JSON and generate the documents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-bench-'));
  try {
    const file = join(folder, 'figures.json');
    const results = { version: 1 as const, parts: [result('a', '2026-01-01T10:00:00.000Z', 2)] };
    await writeFile(file, toJson(results));
    expect(readResults(file)).toEqual(results);
    expect(shortDocument(results)).toContain('Measured on 2026-01-01 on a machine.');
    expect(wholeDocument(results)).toContain('### About a\n\n2026-01-01 10:00 · commit abc');
    await writeFile(file, '{"rows":[]}');
    expect(() => readResults(file)).toThrow('is not of this bench');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every recorded row has numbers with units, and its baseline if it has a ratio', () => {
  const { parts } = readResults(join(root, 'bench/figures.json'));
  expect(parts.length).toBeGreaterThan(0);
  for (const row of parts.flatMap((part) => part.rows)) {
    const measured = [row.ours, row.limit ?? []].flat();
    for (const one of measured) {
      if (typeof one === 'object') expect(one).toMatchObject({ value: expect.any(Number), unit: expect.any(String) });
    }
    if (row.ratio !== undefined) expect(row.limit, row.what).toBeDefined();
  }
});

test("transaction times are read from pgbench's log, in milliseconds", () => {
  expect(timesIn('0 1 2350 0 1700000000 5\n1 1 410 0 1700000000 9\n')).toEqual([2.35, 0.41]);
});
