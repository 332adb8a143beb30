import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { setupPrimary } from '@socket.io/cluster-adapter';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import { processFigures } from '#platform/metrics/family.ts';
import { nameVariable, passFigures } from './family-figures.ts';

/** What a parent and its children tell each other. */
const messages = { ready: 'hubbub:ready', end: 'hubbub:end' } as const;

/** Milliseconds before a child that died at once is started again. */
const pauseMs = 2_000;
/** Milliseconds that a child has to live to be started again without a pause. */
const healthyMs = 10_000;

/** Set for children whose database this machine's parent starts again when it ends. */
const embeddedVariable = 'HUBBUB_EMBEDDED_DATABASE';

/** Whether the parent of this process keeps the database running. */
export const hasParentsDatabase = (): boolean => isChild && process.env[embeddedVariable] === 'on';

/** A place in the family, which one process after the other takes. */
interface Place {
  name: string;
  role: 'api' | 'worker';
}

/** The processes on one port, and one more that runs their jobs. */
export interface Family {
  /** Rejects with the exit code of a child that could not start. */
  ready: Promise<void>;
  /** Ends all of them in order. */
  stop(): Promise<void>;
}

/**
 * Starts the processes of this machine. One that dies is started again.
 * @param databaseUrl of the database that they are to use
 */
export function startFamily(config: Config, databaseUrl: string | undefined, log: Log): Family {
  if (config.redisUrl === undefined) {
    setupPrimary();
    new RateLimiterClusterMaster();
  }
  cluster.setupPrimary({ args: [] });
  const living = new Map<Worker, Promise<void>>();
  const inPlaces = new Map<string, Worker | undefined>();
  const shareFigures = passFigures(inPlaces, processFigures('parent'));
  let isEnding = false;

  const start = (place: Place): Promise<void> => {
    const { name, role } = place;
    const child = cluster.fork({
      [nameVariable]: name,
      ROLE: role,
      PROCESSES: '1',
      PORT: String(config.port),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, [embeddedVariable]: 'on' }),
    });
    // What is said to one that has just died cannot be sent; 'exit' tells of it.
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
    inPlaces.set(name, child);
    shareFigures(child);
    child.once('exit', (code, signal) => {
      living.delete(child);
      inPlaces.set(name, undefined);
      if (isEnding) return resolve();
      if (!isReady) reject(new FamilyError(code ?? 1));
      else void again(place, signal ?? code, performance.now() - born);
    });
    return promise;
  };

  const again = async (place: Place, cause: string | number, lived: number): Promise<void> => {
    log.error(`A process (${place.name}) stopped (${cause}) and is being restarted.`);
    for (let pause = lived < healthyMs ? pauseMs : 0; !isEnding; pause = pauseMs) {
      await sleep(pause);
      if (isEnding) return;
      const isThere = await start(place).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      log.error(`A process (${place.name}) couldn't be restarted; trying again.`);
    }
  };

  const places = Array.from({ length: config.processes }, (_, n): Place => ({ name: `api-${n + 1}`, role: 'api' }));
  if (config.role === 'all') places.push({ name: 'worker', role: 'worker' });
  return {
    ready: Promise.all(places.map(start)).then(() => undefined),
    async stop() {
      isEnding = true;
      for (const child of living.keys()) if (child.isConnected()) child.send(messages.end);
      await Promise.all(living.values());
    },
  };
}

/** A child that could not start, and has said why. */
export class FamilyError extends Error {
  override readonly name = 'FamilyError';
  readonly code: number;

  constructor(code: number) {
    super("A process couldn't start.");
    this.code = code;
  }
}

/** Whether this process is one of several that a parent has started. */
export const isChild = cluster.isWorker;

/** Tells the parent that this process is at work. */
export function tellReady(): void {
  if (isChild) process.send?.(messages.ready);
}

/** Calls back when the parent wants this process to end. */
export function onParentEnd(end: () => void): void {
  if (!isChild) return;
  process.on('message', (message) => message === messages.end && end());
  // What cannot be said to a parent that has just died is no fault of this process; 'disconnect' tells of it.
  process.on('error', () => undefined);
}
