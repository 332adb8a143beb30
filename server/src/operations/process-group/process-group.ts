import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { setupPrimary } from '@socket.io/cluster-adapter';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import { nameVariable, processMetrics, relayMetrics } from './group-metrics.ts';

/** Messages between a parent and its children. */
const messages = { ready: 'hubbub:ready', end: 'hubbub:end' } as const;

/** Milliseconds before a child that died right away is restarted. */
const pauseMs = 2_000;
/** Milliseconds a child must live to be restarted without a delay. */
const healthyMs = 10_000;

/** Set for children whose database this machine's parent restarts when it stops. */
const embeddedVariable = 'HUBBUB_EMBEDDED_DATABASE';

/** Whether this process's parent keeps the database running. */
export const hasParentsDatabase = (): boolean => isChild && process.env[embeddedVariable] === 'on';

/** A slot in the process group, filled by one process after another. */
interface Slot {
  name: string;
  role: 'api' | 'worker';
}

/** The processes on one port, and one more that runs their jobs. */
export interface ProcessGroup {
  /** Rejects with the exit code of a child that couldn't start. */
  ready: Promise<void>;
  /** Shuts all of them down in order. */
  stop(): Promise<void>;
}

/**
 * Starts this machine's processes and restarts any that die.
 * @param databaseUrl the database they're to use
 */
export function startProcessGroup(config: Config, databaseUrl: string | undefined, log: Log): ProcessGroup {
  if (config.redisUrl === undefined) {
    setupPrimary();
    new RateLimiterClusterMaster();
  }
  cluster.setupPrimary({ args: [] });
  const living = new Map<Worker, Promise<void>>();
  const workers = new Map<string, Worker | undefined>();
  const shareFigures = relayMetrics(workers, processMetrics('parent'));
  let isEnding = false;

  const start = (slot: Slot): Promise<void> => {
    const { name, role } = slot;
    const child = cluster.fork({
      [nameVariable]: name,
      ROLE: role,
      PROCESSES: '1',
      PORT: String(config.port),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, [embeddedVariable]: 'on' }),
    });
    // Sending to a child that has just died fails; 'exit' reports it.
    child.on('error', () => undefined);
    const born = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isReady = false;
    child.on('message', (message) => {
      if (message !== messages.ready) return;
      isReady = true;
      resolve();
    });
    const gone = new Promise<void>((left) => child.once('exit', () => left()));
    living.set(child, gone);
    workers.set(name, child);
    shareFigures(child);
    child.once('exit', (code, signal) => {
      living.delete(child);
      workers.set(name, undefined);
      if (isEnding) return resolve();
      if (!isReady) reject(new ProcessGroupError(code ?? 1));
      else void again(slot, signal ?? code, performance.now() - born);
    });
    return promise;
  };

  const again = async (slot: Slot, cause: string | number, lived: number): Promise<void> => {
    log.error(`A process (${slot.name}) stopped (${cause}) and is being restarted.`);
    for (let pause = lived < healthyMs ? pauseMs : 0; !isEnding; pause = pauseMs) {
      await sleep(pause);
      if (isEnding) return;
      const isThere = await start(slot).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      log.error(`A process (${slot.name}) couldn't be restarted; trying again.`);
    }
  };

  const slots = Array.from({ length: config.processes }, (_, n): Slot => ({ name: `api-${n + 1}`, role: 'api' }));
  if (config.role === 'all') slots.push({ name: 'worker', role: 'worker' });
  return {
    ready: Promise.all(slots.map(start)).then(() => undefined),
    async stop() {
      isEnding = true;
      for (const child of living.keys()) if (child.isConnected()) child.send(messages.end);
      await Promise.all(living.values());
    },
  };
}

/** A child that couldn't start and has said why. */
export class ProcessGroupError extends Error {
  override readonly name = 'ProcessGroupError';
  readonly code: number;

  constructor(code: number) {
    super("A process couldn't start.");
    this.code = code;
  }
}

/** Whether this process is one of several started by a parent. */
export const isChild = cluster.isWorker;

/** Tells the parent that this process is ready. */
export function reportReady(): void {
  if (isChild) process.send?.(messages.ready);
}

/** Calls back when the parent wants this process to stop. */
export function onParentEnd(end: () => void): void {
  if (!isChild) return;
  process.on('message', (message) => message === messages.end && end());
  // Failing to send to a parent that has just died isn't this process's fault; 'disconnect' reports it.
  process.on('error', () => undefined);
}
