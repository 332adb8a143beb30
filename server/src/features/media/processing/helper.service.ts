import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spawnLimited, watchMemory } from './limited-process.service.ts';
import { renice } from './renice.service.ts';

/** A helper's question and answer. */
export interface HelperRequest<Q> {
  id: number;
  question: Q;
}
export type HelperReply<A> = { id: number; answer: A } | { id: number; failure: string };

/** The process exited before it answered: it crashed, used too much memory, or took too long. */
export class HelperEndedError extends Error {
  override readonly name = 'HelperEndedError';
}

/** A process that answers questions, one at a time. */
export interface Helper<Q, A> {
  /** @throws {HelperEndedError} when it dies or takes too long; another error when it fails */
  ask(question: Q): Promise<A>;
  /** Starts the process ahead of a question, unless it's running. */
  warmUp(): void;
  close(): void;
}

interface HelperOptions {
  /** For one question; after that the process is killed and the next question starts a new one. */
  timeoutMs: number;
  /** Whether people's requests take priority over its work. */
  background: boolean;
}

/** A process that has had no question for this long is stopped. */
const idleMs = 120_000;

/** The most 64 KB pages that one WebAssembly memory may have: 320 MB. The engine itself takes another 100. */
const maxWasmPages = 5120;

/** Starts a program from this folder that talks to this process, without an environment and with limited memory. */
export function startProgram(file: URL, options: { isWatched: boolean; signal?: AbortSignal }): ChildProcess {
  return spawnLimited(process.execPath, [`--wasm-max-mem-pages=${maxWasmPages}`, fileURLToPath(file)], {
    ...options,
    isNode: true,
    serialization: 'advanced',
    // Idle threads would count, each with its stack.
    env: { UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    killSignal: 'SIGKILL',
  });
}

/**
 * A process rather than a thread, because files come from strangers: memory that a parser takes goes back to the system, and one that
 * loops or crashes takes nothing else down with it (docs/decisions/0009). Its memory is limited.
 * @param file its program, which calls `answerQuestions`
 */
export function createHelper<Q, A>(file: URL, { timeoutMs, background }: HelperOptions): Helper<Q, A> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let questions = 0;
  let last: Promise<unknown> = Promise.resolve();

  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };

  const start = (): ChildProcess => {
    const started = startProgram(file, { isWatched: false });
    if (background) renice(started.pid, 'uploads');
    started.on('error', () => end());
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  };

  const askNow = async (question: Q): Promise<A> => {
    clearTimeout(idle);
    child ??= start();
    const asked = child;
    questions += 1;
    const id = questions;
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    const onMessage = (reply: HelperReply<A>) => {
      if (reply.id !== id) return;
      if ('answer' in reply) resolve(reply.answer);
      else reject(new Error(reply.failure));
    };
    const onExit = () => reject(new HelperEndedError('the process ended'));
    const stopWatch = watchMemory(asked);
    const timer = setTimeout(() => {
      reject(new HelperEndedError(`no answer within ${timeoutMs} ms`));
      end();
    }, timeoutMs);
    asked.on('message', onMessage);
    asked.on('exit', onExit);
    asked.ref();
    try {
      const request: HelperRequest<Q> = { id, question };
      asked.send(request as HelperRequest<never>, (error) => error && reject(error));
      return await promise;
    } finally {
      clearTimeout(timer);
      stopWatch();
      asked.off('message', onMessage);
      asked.off('exit', onExit);
      asked.unref();
      asked.channel?.unref();
      endWhenIdle();
    }
  };

  const endWhenIdle = () => {
    clearTimeout(idle);
    idle = setTimeout(end, idleMs);
    idle.unref();
  };

  return {
    warmUp() {
      if (child) return;
      child = start();
      child.unref();
      child.channel?.unref();
      endWhenIdle();
    },
    ask(question) {
      const answer = last.then(() => askNow(question));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: end,
  };
}
