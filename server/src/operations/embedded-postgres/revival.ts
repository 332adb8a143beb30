import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How to restart a database that has stopped by itself. */
export interface RevivalOptions {
  /** Starts it at the same address. @param onSpawn receives the process before it's ready */
  again(onSpawn: (child: ChildProcess) => void): Promise<void>;
  /** Frees space on a full disk. @returns whether the disk is full, or was */
  makeRoom(): Promise<boolean>;
  /** Called when it has stopped, and each time it couldn't be started. */
  onFault(sentence: string): void;
}

/** A database that's restarted when it stops by itself. */
export interface DatabaseSupervisor {
  /** Resolves, with a sentence, when it can't be started anymore for a reason other than a full disk. */
  died: Promise<string>;
  /** Stops it, whether it's running or about to. @param ask asks a process to stop */
  end(ask: (child: ChildProcess) => void): Promise<void>;
}

/** Consecutive starts that may fail while the disk has space. */
const maxFailures = 5;
/** Milliseconds between attempts. */
const pauseMs = 250;
const maxPauseMs = 2000;

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const overOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (isOver(child)) resolve();
    else child.once('exit', () => resolve());
  });

/** Keeps a database running whose process is ready. */
export function keepAlive(first: ChildProcess, { again, makeRoom, onFault }: RevivalOptions): DatabaseSupervisor {
  const died = Promise.withResolvers<string>();
  let child = first;
  let askToEnd: ((child: ChildProcess) => void) | undefined;
  let reviving: Promise<void> | undefined;

  const spawned = (next: ChildProcess) => {
    child = next;
    askToEnd?.(next);
  };

  const revive = async () => {
    let failures = 0;
    for (let pause = 0; askToEnd === undefined; pause = Math.min(pause + pauseMs, maxPauseMs)) {
      await sleep(pause);
      const wasShort = await makeRoom();
      if (askToEnd) return;
      try {
        await again(spawned);
        return watch();
      } catch (error) {
        if (askToEnd) return;
        const sentence = error instanceof Error ? error.message : String(error);
        onFault(sentence);
        failures = wasShort || (await makeRoom()) ? 0 : failures + 1;
        if (failures === maxFailures) return died.resolve(sentence);
      }
    }
  };

  const watch = () => {
    void overOf(child).then(() => {
      if (askToEnd) return;
      onFault('The embedded PostgreSQL stopped by itself and is being restarted.');
      reviving = revive();
    });
  };
  watch();

  return {
    died: died.promise,
    async end(ask) {
      askToEnd = ask;
      if (!isOver(child)) ask(child);
      await overOf(child);
      await reviving;
      await overOf(child);
    },
  };
}
