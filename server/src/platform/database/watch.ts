import type pg from 'pg';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { OpenSpan, Tracing } from '#platform/tracing/tracing.ts';
import type { Database } from './database.ts';
import type { Pipeline } from './pipelined-connections.ts';

/** How statements are grouped in metrics: pipelined reads, pipelined writes, and those of transactions and jobs. */
export type StatementKind = 'read' | 'write' | 'pool';

/**
 * Measures a database's statements and pool, and traces them if tracing is on. Spans are created by hand here: the ready-made
 * instrumentations patch modules even if nothing is traced. No span contains a statement's values or people's texts.
 */
export function watchDatabase(db: Database, metrics: Metrics, tracing: Tracing | undefined): Database {
  for (const pool of db.pools) watchPool(pool, metrics, tracing);
  const { replica } = db;
  if (replica) metrics.replica(() => replica.state());
  return {
    ...db,
    reads: watchPipeline(db.reads, 'read', metrics, tracing),
    writes: watchPipeline(db.writes, 'write', metrics, tracing),
  };
}

const watchPipeline = (
  pipeline: Pipeline,
  kind: StatementKind,
  metrics: Metrics,
  tracing: Tracing | undefined,
): Pipeline => ({
  query: (statement, values) =>
    measure(
      () => pipeline.query<never>(statement, values),
      kind,
      metrics,
      tracing && beginSpan(tracing, statement.text, statement.name),
    ),
});

/** Sends a statement. No one waits for the measuring: it's attached next to the promise that the caller gets. */
function measure<Answer>(
  send: () => Answer,
  kind: StatementKind,
  metrics: Metrics,
  span: OpenSpan | undefined,
): Answer {
  const begun = performance.now();
  const answer = send();
  // Only the pool itself and its connection check pass a function, and get no promise.
  if (!(answer instanceof Promise)) {
    span?.end();
    return answer;
  }
  const observe = () => metrics.statements[kind].observe((performance.now() - begun) / 1000);
  answer.then(
    () => {
      observe();
      span?.end();
    },
    (error: unknown) => {
      observe();
      metrics.statementFailures.inc({ kind });
      span?.end({ error });
    },
  );
  return answer;
}

/** Statement parameters are what people wrote; the texts are the program's own, and reveal nothing of it. */
function beginSpan(tracing: Tracing, text: string, name?: string): OpenSpan | undefined {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  return tracing.startChild({
    name: name ?? operation,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
  });
}

type Query = (...given: unknown[]) => unknown;
type Connect = (callback?: (...given: unknown[]) => void) => unknown;

function watchPool(pool: pg.Pool, metrics: Metrics, tracing: Tracing | undefined): void {
  metrics.pool(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }));
  const patched = pool as unknown as { connect: Connect };
  const connect = patched.connect.bind(pool);
  patched.connect = (callback) => {
    const begun = performance.now();
    if (callback) return connect(callback);
    const lent = connect() as Promise<unknown>;
    const observe = () => metrics.poolWait.observe((performance.now() - begun) / 1000);
    lent.then(observe, observe);
    return lent;
  };
  pool.on('connect', (client) => {
    const wrapped = client as unknown as { query: Query };
    const query = wrapped.query.bind(client);
    wrapped.query = (...given) => {
      const [first] = given;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
      return measure(() => query(...given), 'pool', metrics, tracing && beginSpan(tracing, text));
    };
  });
}
