import { isOutage } from './failures.ts';
import type { Pipeline, Statement } from './pipelined-connections.ts';
import { atEndOfTurn } from './turn.ts';

/** How many calls one statement runs for. */
export const mostTogether = 16;

/** A call that waits for its statement. */
interface Call {
  values: readonly unknown[];
  resolve(rows: never[]): void;
  reject(error: unknown): void;
}

/** The calls of one statement. */
interface Line {
  alone: Statement;
  forMany: Statement;
  waiting: Call[];
  /** How many of its statements are unanswered. */
  running: number;
  isDue: boolean;
}

/** Which call a row is for. */
interface CallRow {
  call_index: number;
}

/**
 * A statement for up to `mostTogether` calls of another one. The calls are rows of a table, and unused rows are null: that costs nearly
 * nothing, and there's only one more statement to prepare.
 */
function forMany({ name, text, together = [] }: Statement): Statement {
  const row = (call: number) => together.map((type, index) => `$${call * together.length + index + 1}::${type}`);
  const rows = Array.from({ length: mostTogether }, (_, call) => `(${call}, ${row(call).join(', ')})`);
  const columns = together.map((_, index) => `value_${index + 1}`);
  return {
    name: `${name}-many`,
    text: `select call.index as call_index, answer.*
      from (values ${rows.join(', ')}) call (index, ${columns.join(', ')})
        cross join lateral (${text.replace(/\$(\d+)/g, 'call.value_$1')}) answer
      where call.value_1 is not null`,
  };
}

/**
 * Runs simultaneous calls of a statement as one: starting a statement takes PostgreSQL about as long as reading a short page. Calls are
 * sent at the end of the event loop's turn, divided among as many statements as may still run, `width` at a time; further ones wait for the
 * next answer. Each gets the rows that it would have got alone. Only for statements that allow it (`Statement.together`).
 * @param width how many runs of one statement may be unanswered: as many as there are connections
 */
export function runTogether(pipeline: Pipeline, width: number): Pipeline {
  const lines = new Map<Statement, Line>();
  const lineOf = (statement: Statement): Line => {
    const known = lines.get(statement);
    if (known) return known;
    const line = { alone: statement, forMany: forMany(statement), waiting: [], running: 0, isDue: false };
    lines.set(statement, line);
    return line;
  };

  /** The database is away for waiting calls, too: if each had to find out for itself, the last would wait for all before it. */
  const fail = ({ waiting }: Line, calls: readonly Call[], error: unknown) => {
    const others = isOutage(error) ? waiting.splice(0) : [];
    for (const { reject } of [...calls, ...others]) reject(error);
  };

  const runAlone = async (line: Line, call: Call) => {
    await pipeline
      .query<never>(line.alone, call.values)
      .then(call.resolve, (error: unknown) => fail(line, [call], error));
  };

  const runMany = async (line: Line, calls: readonly Call[]) => {
    const count = line.alone.together?.length ?? 0;
    const values = new Array<unknown>(mostTogether * count).fill(null);
    for (const [number, call] of calls.entries()) {
      for (let index = 0; index < count; index += 1) values[number * count + index] = call.values[index];
    }
    try {
      const rows = calls.map((): never[] => []);
      for (const { call_index, ...row } of await pipeline.query<CallRow>(line.forMany, values)) {
        rows[call_index]?.push(row as never);
      }
      for (const [number, { resolve }] of calls.entries()) resolve(rows[number] ?? []);
    } catch (error) {
      // Any error other than an outage may be the fault of one call.
      if (isOutage(error)) fail(line, calls, error);
      else await Promise.all(calls.map((call) => runAlone(line, call)));
    }
  };

  const leave = async (line: Line, calls: Call[]): Promise<void> => {
    line.running += 1;
    await (calls.length === 1 ? runAlone(line, calls[0] as Call) : runMany(line, calls));
    line.running -= 1;
    leaveAll(line);
  };

  const leaveAll = (line: Line) => {
    const { waiting } = line;
    while (line.running < width && waiting.length > 0) {
      const share = Math.ceil(waiting.length / (width - line.running));
      void leave(line, waiting.splice(0, Math.min(share, mostTogether)));
    }
  };

  return {
    query: (statement, values) => {
      if (!statement.together) return pipeline.query(statement, values);
      const line = lineOf(statement);
      return new Promise((resolve, reject) => {
        line.waiting.push({ values, resolve, reject });
        if (line.isDue || line.running >= width) return;
        line.isDue = true;
        atEndOfTurn(() => {
          line.isDue = false;
          leaveAll(line);
        });
      });
    },
  };
}
