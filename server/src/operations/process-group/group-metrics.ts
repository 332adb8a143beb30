import cluster, { type Worker } from 'node:cluster';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsGroup } from '#platform/metrics/metrics.ts';
import { renderGroupMetrics } from './group-text.ts';

/** What a parent and its children exchange when one of them is asked for `/metrics`. */
const words = {
  /** A child to the parent: what are everyone else's metrics? */
  wanted: 'hubbub:figures-wanted',
  /** The parent to each other child. */
  asked: 'hubbub:figures-asked',
  /** Their answers. */
  answered: 'hubbub:figures-answered',
  /** The parent to the child that asked. */
  gathered: 'hubbub:figures-gathered',
} as const;

type Answered = { type: typeof words.answered; id: number; text: string };
type Gathered = { type: typeof words.gathered; id: number; figures: Record<string, string | null> };
type Message = { type: typeof words.wanted | typeof words.asked; id: number } | Answered | Gathered;

/** Milliseconds a child has to answer; Prometheus waits ten seconds. */
const patienceMs = 2_000;
/** Milliseconds the parent has to answer. */
const parentPatienceMs = 4_000;

const nameOfParent = 'parent';

/** Passes a child its name. */
export const nameVariable = 'HUBBUB_PROCESS';

/** Pending questions, by number. */
class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  /** @param late the answer to use when none arrives in time */
  ask(send: (id: number, failed: (error: Error | null) => void) => void, ms: number, late: Answer): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      const answer = (given: Answer) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(given);
      };
      const timer = setTimeout(answer, ms, late);
      this.#waiting.set(id, answer);
      send(id, (error) => error && answer(late));
    });
  }

  answer(id: number, given: Answer): void {
    this.#waiting.get(id)?.(given);
  }
}

/**
 * The parent's side.
 * @param children the child in each slot, by the slot's name; undefined while there is none
 * @param own the parent's own metrics
 * @returns a handler for each child's messages
 */
export function relayMetrics(
  children: ReadonlyMap<string, Worker | undefined>,
  own: () => Promise<string>,
): (child: Worker) => void {
  const questions = new Questions<string | null>();

  const ask = async (child: Worker | undefined): Promise<string | null> =>
    child === undefined
      ? null
      : await questions.ask((id, sent) => void child.send({ type: words.asked, id }, sent), patienceMs, null);

  const gather = async (asker: Worker): Promise<Gathered['figures']> => {
    const others = [...children].filter(([, child]) => child !== asker);
    const answers = others.map(async ([name, child]) => [name, await ask(child)] as const);
    return { ...Object.fromEntries(await Promise.all(answers)), [nameOfParent]: await own() };
  };

  return (child) =>
    child.on('message', async (message: Message) => {
      if (message.type === words.answered) questions.answer(message.id, message.text);
      if (message.type !== words.wanted) return;
      const figures = await gather(child);
      // A child that has since exited needs no answer.
      child.send({ type: words.gathered, id: message.id, figures }, () => undefined);
    });
}

/** A child's side. Undefined in a process that isn't a child. */
export function openGroupChannel(): MetricsGroup | undefined {
  const name = process.env[nameVariable];
  if (!cluster.isWorker || name === undefined) return undefined;
  const questions = new Questions<Gathered['figures']>();
  let own: (() => Promise<string>) | undefined;
  const send = (message: Message, sent: (error: Error | null) => void) =>
    void process.send?.(message, undefined, undefined, sent);
  process.on('message', async (message: Message) => {
    if (message.type === words.gathered) questions.answer(message.id, message.figures);
    if (message.type !== words.asked || !own) return;
    send({ type: words.answered, id: message.id, text: await own() }, () => undefined);
  });
  const gather = () =>
    questions.ask((id, sent) => send({ type: words.wanted, id }, sent), parentPatienceMs, { [nameOfParent]: null });
  return {
    name,
    withOthers: (text) => renderGroupMetrics({ name, text }, gather),
    tell(figures) {
      own = figures;
    },
  };
}

/** The metrics of a process that only supervises others. */
export function processMetrics(process: string): () => Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, prefix: 'hubbub_' });
  return () => registry.metrics();
}
