import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stepBack } from './step-back.ts';

/** What a helper is asked and what it answers. */
export interface HelperRequest<Q> {
  id: number;
  question: Q;
}
export type HelperReply<A> = { id: number; answer: A } | { id: number; failure: string };

/** A process that answers questions, one at a time. */
export interface Helper<Q, A> {
  /** @throws when it fails, dies or takes longer than its time */
  ask(question: Q): Promise<A>;
  close(): void;
}

interface HelperOptions {
  /** For one question; then the process is ended and the next question starts another. */
  timeoutMs: number;
  /** Ended when it had no question for so long. */
  idleMs: number;
  /** Whether requests of people come before its work. */
  background: boolean;
}

/**
 * A process of its own rather than a thread, because files come from strangers: what a parser takes in memory goes back to the
 * system, and one that loops or dies takes nothing else with it (docs/decisions).
 * @param file its program, which calls `answerQuestions`
 */
export function createHelper<Q, A>(file: URL, { timeoutMs, idleMs, background }: HelperOptions): Helper<Q, A> {
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
    const started = fork(fileURLToPath(file), {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (background) stepBack(started.pid);
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
    const onExit = () => reject(new Error('the process ended'));
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${timeoutMs} ms`));
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
      asked.off('message', onMessage);
      asked.off('exit', onExit);
      asked.unref();
      asked.channel?.unref();
      idle = setTimeout(end, idleMs);
      idle.unref();
    }
  };

  return {
    ask(question) {
      const answer = last.then(() => askNow(question));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: end,
  };
}
