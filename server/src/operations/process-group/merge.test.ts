import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { mergeMetrics } from './merge.ts';

/** The metrics of a process with this name that has this count. */
async function figuresOf(process: string, count: number): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  const counter = new Counter({
    name: 'seen_total',
    help: 'Of\ntwo lines',
    labelNames: ['what'],
    registers: [registry],
  });
  counter.inc({ what: 'a "word"\n\nand more' }, count);
  if (count > 1) new Gauge({ name: 'only_here', help: 'Of one process', registers: [registry] }).set(Number.NaN);
  return await registry.metrics();
}

test("each metric is described once, with all processes' series below it", async () => {
  const merged = mergeMetrics([await figuresOf('api-1', 1), await figuresOf('api-2', 2)]);
  expect(merged).toBe(
    `# HELP seen_total Of\\ntwo lines
# TYPE seen_total counter
seen_total{what="a \\"word\\"\\n\\nand more",process="api-1"} 1
seen_total{what="a \\"word\\"\\n\\nand more",process="api-2"} 2

# HELP only_here Of one process
# TYPE only_here gauge
only_here{process="api-2"} Nan
`,
  );
});

test("one process's metrics stay as they are", async () => {
  const text = await figuresOf('api-1', 2);
  expect(mergeMetrics([text])).toBe(text);
  expect(mergeMetrics([text, ''])).toBe(text);
});
