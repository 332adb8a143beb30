import { Gauge, Registry } from 'prom-client';
import { mergeMetrics } from './merge.ts';

/** How one of several processes on a port learns the others' metrics. */
export interface GroupChannel {
  /** The name of this process, and of any that replaces it: `api-1`, `worker`. */
  name: string;
  /** Everyone else's current metrics, by name, in Prometheus' text format; null: didn't answer in time. */
  gather(): Promise<Record<string, string | null>>;
  /** Sends this process's metrics to the others whenever they ask. */
  tell(own: () => Promise<string>): void;
}

/**
 * The metrics of all processes in a group, told apart by the label `process`: a new process's counters start at zero, which Prometheus
 * expects, and no sum ever drops.
 */
export async function renderGroupMetrics(registry: Registry, line: GroupChannel): Promise<string> {
  const [own, others] = await Promise.all([registry.metrics(), line.gather()]);
  const up = new Registry();
  const isUp = new Gauge({
    name: 'hubbub_process_up',
    help: 'Whether a process of those on this port answered; without an answer its other figures are missing',
    labelNames: ['process'],
    registers: [up],
  });
  isUp.set({ process: line.name }, 1);
  for (const [process, text] of Object.entries(others)) isUp.set({ process }, text === null ? 0 : 1);
  return mergeMetrics([await up.metrics(), own, ...Object.values(others).filter((text) => text !== null)]);
}
