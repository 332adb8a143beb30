import { availableParallelism } from 'node:os';
import { isOutage } from './failures.ts';
import type { Hot, Statement } from './hot-connections.ts';
import { atEndOfTurn } from './turn.ts';

/** How many calls one statement runs for. */
export const mostTogether = 16;

/** How many statements may be unanswered before further calls wait: with more, few run for many. */
const defaultWidth = Math.min(4, Math.max(2, availableParallelism()));

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
interface Place {
  call_place: number;
}

/**
 * A statement for up to `mostTogether` calls of another. They're rows of a table, and those that nobody needs are null: that costs nearly nothing,
 * and there's only one more statement to prepare.
 */
function forMany({ name, text, together = [] }: Statement): Statement {
  const row = (place: number) => together.map((type, index) => `$${place * together.length + index + 1}::${type}`);
  const rows = Array.from({ length: mostTogether }, (_, place) => `(${place}, ${row(place).join(', ')})`);
  const columns = together.map((_, index) => `value_${index + 1}`);
  return {
    name: `${name}-many`,
    text: `select call.place as call_place, answer.*
      from (values ${rows.join(', ')}) call (place, ${columns.join(', ')})
        cross join lateral (${text.replace(/\$(\d+)/g, 'call.value_$1')}) answer
      where call.value_1 is not null`,
  };
}

/**
 * Runs calls of the same statement that come at the same time as one: starting a statement takes PostgreSQL longer than reading a page.
 * Calls leave at the end of the event loop's turn, and wait for no others, unless `width` statements for them are unanswered: then for one
 * of those. Each gets the rows that it would have got alone. Only for statements that say so (`Statement.together`).
 */
export function runTogether(hot: Hot, width = defaultWidth): Hot {
  const lines = new Map<Statement, Line>();
  const lineOf = (statement: Statement): Line => {
    const known = lines.get(statement);
    if (known) return known;
    const line = { alone: statement, forMany: forMany(statement), waiting: [], running: 0, isDue: false };
    lines.set(statement, line);
    return line;
  };

  const runAlone = async ({ alone }: Line, { values, resolve, reject }: Call) => {
    await hot.query<never>(alone, values).then(resolve, reject);
  };

  const runMany = async (line: Line, calls: readonly Call[]) => {
    const count = line.alone.together?.length ?? 0;
    const values = new Array<unknown>(mostTogether * count).fill(null);
    for (const [place, call] of calls.entries()) {
      for (let index = 0; index < count; index += 1) values[place * count + index] = call.values[index];
    }
    try {
      const rows = calls.map((): never[] => []);
      for (const { call_place, ...row } of await hot.query<Place>(line.forMany, values))
        rows[call_place]?.push(row as never);
      for (const [place, { resolve }] of calls.entries()) resolve(rows[place] ?? []);
    } catch (error) {
      // The database is away for each of them; whatever else it is may be the fault of one.
      if (isOutage(error)) for (const { reject } of calls) reject(error);
      else await Promise.all(calls.map((call) => runAlone(line, call)));
    }
  };

  const leave = async (line: Line): Promise<void> => {
    const calls = line.waiting.splice(0, mostTogether);
    const [first] = calls;
    if (!first) return;
    line.running += 1;
    await (calls.length === 1 ? runAlone(line, first) : runMany(line, calls));
    line.running -= 1;
    leaveAll(line);
  };

  const leaveAll = (line: Line) => {
    line.isDue = false;
    while (line.running < width && line.waiting.length > 0) void leave(line);
  };

  return {
    query: (statement, values) => {
      if (!statement.together) return hot.query(statement, values);
      const line = lineOf(statement);
      return new Promise((resolve, reject) => {
        line.waiting.push({ values, resolve, reject });
        if (line.isDue || line.running >= width) return;
        line.isDue = true;
        atEndOfTurn(() => leaveAll(line));
      });
    },
  };
}
