import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a database is started again that has ended by itself. */
export interface RevivalOptions {
  /** Starts it at the same address. @param onSpawn is given the process before it is ready */
  again(onSpawn: (child: ChildProcess) => void): Promise<void>;
  /** Makes room on a full disk. @returns whether the disk is full, or was */
  makeRoom(): Promise<boolean>;
  /** Told when it ended, and each time that it could not be started. */
  onFault(sentence: string): void;
}

/** A database that is started again when it ends by itself. */
export interface Revival {
  /** Resolves, with a sentence, when it can't be started any more, for a reason other than a full disk. */
  died: Promise<string>;
  /** Ends it: what runs, and what is about to. @param ask tells a process to end */
  end(ask: (child: ChildProcess) => void): Promise<void>;
}

/** Starts in a row that may fail while the disk has space. */
const maxFailures = 5;
/** Milliseconds between two tries. */
const pauseMs = 250;
const maxPauseMs = 2000;

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const overOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (isOver(child)) resolve();
    else child.once('exit', () => resolve());
  });

/** Keeps a database running whose process is ready. */
export function keepAlive(first: ChildProcess, { again, makeRoom, onFault }: RevivalOptions): Revival {
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
