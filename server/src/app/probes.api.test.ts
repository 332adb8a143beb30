import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startWorld } from '../../test/harness.ts';

test("load balancers' probes are only logged at the debug level", async () => {
  const lines: { level: number; route?: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const world = await startWorld({ log });
  try {
    for (const path of ['/healthz', '/readyz', '/v1/posts']) await world.stranger().get(path);
    const levelOf = (route: string) => lines.find((line) => line.route === route)?.level;
    expect(levelOf('/healthz')).toBe(pino.levels.values.debug);
    expect(levelOf('/readyz')).toBe(pino.levels.values.debug);
    expect(levelOf('/v1/posts')).toBe(pino.levels.values.info);
  } finally {
    await world.close();
  }
});
