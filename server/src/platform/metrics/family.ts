import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { mergeFigures } from './merge.ts';

/** How a process of several on one port learns what the others show. */
export interface FamilyLine {
  /** Of this process, and of the one that takes its place: `api-1`, `worker`. */
  name: string;
  /** What all others show now, by their names, in Prometheus' text format; null: did not answer in time. */
  gather(): Promise<Record<string, string | null>>;
  /** Tells the others what this process shows whenever they ask. */
  tell(own: () => Promise<string>): void;
}

/**
 * What all processes of a family show, told apart by the label `process`: a counter begins anew with a new process, as
 * Prometheus knows counters to do, and none is a sum that falls.
 */
export async function showFamily(registry: Registry, line: FamilyLine): Promise<string> {
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
  return mergeFigures([await up.metrics(), own, ...Object.values(others).filter((text) => text !== null)]);
}

/** What a process shows that does nothing but look after others. */
export function processFigures(process: string): () => Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, prefix: 'hubbub_' });
  return () => registry.metrics();
}
