import { isAt, placeOf } from './graph.mjs';

const SQL_JSON = new Set(['sqlJsonRoute', 'sqlJsonFormRoute']);

/** SQL that writes JSON: PostgreSQL's functions, and a string that starts like JSON and continues with `||`. */
const WRITES_JSON = [
  /\bjsonb?_(build_object|build_array|agg|object_agg)\s*\(/i,
  /\b(row_to_json|to_jsonb?)\s*\(/i,
  /'\s*[{[][^']*'\s*\|\|/,
];

/** Only the calls and files listed in `sqlJson` may have the database write their answers as JSON text. */
export function jsonFaults(sources, config) {
  const faults = [];
  const add = (file, line, sentence) => faults.push({ file, line, rule: 'sql-json-is-listed', sentence });
  const { calls, files } = config.sqlJson;
  const answered = new Set();
  for (const source of sources) {
    const place = placeOf(source.path, config.testSuffixes);
    if (place.isTest || place.workspace !== 'server') continue;
    for (const { name, second, line } of source.calls) {
      if (!SQL_JSON.has(name) || second === undefined) continue;
      answered.add(second);
      if (!calls.includes(second))
        add(
          source.path,
          line,
          `${second} may not answer JSON text from SQL: use statementRoute, a sessionStatement and a view. If a measurement shows that this is too slow, add the call to sqlJson in architecture.config.js.`,
        );
    }
    if (!isAt(place.inner, config.sqlPlaces) || files.includes(source.path)) continue;
    const fault = source.texts.find(({ text }) => WRITES_JSON.some((form) => form.test(text)));
    if (fault)
      add(
        source.path,
        fault.line,
        'This SQL writes JSON as text: select columns, nest rows with jsonObjectFrom or jsonArrayFrom, and let the view make the answer. Only files in sqlJson of architecture.config.js write JSON.',
      );
  }
  for (const call of calls)
    if (!answered.has(call))
      add(
        'architecture.config.js',
        1,
        `sqlJson lists "${call}", but no sqlJsonRoute answers it: take it off the list.`,
      );
  return faults;
}
