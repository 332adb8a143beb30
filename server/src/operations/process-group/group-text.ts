import { Gauge, Registry } from 'prom-client';
import { mergeMetrics } from './merge.ts';

/**
 * The metrics of all processes in a group, told apart by the label `process`: a new process's counters start at zero, which Prometheus
 * expects, and no sum ever drops.
 * @param own this process's, by its name
 * @param gather everyone else's current ones, by name; null: didn't answer in time
 */
export async function renderGroupMetrics(
  own: { name: string; text: Promise<string> },
  gather: () => Promise<Record<string, string | null>>,
): Promise<string> {
  const [text, others] = await Promise.all([own.text, gather()]);
  const up = new Registry();
  const isUp = new Gauge({
    name: 'hubbub_process_up',
    help: 'Whether a process of those on this port answered; without an answer its other figures are missing',
    labelNames: ['process'],
    registers: [up],
  });
  isUp.set({ process: own.name }, 1);
  for (const [process, other] of Object.entries(others)) isUp.set({ process }, other === null ? 0 : 1);
  return mergeMetrics([await up.metrics(), text, ...Object.values(others).filter((other) => other !== null)]);
}
