import { formatList, isAt, placeOf } from './graph.mjs';

const SQL = [
  /^\s*select\s[\s\S]*\b(from|where)\b/i,
  /^\s*select\s+[\w.]+\s*\(/i,
  /^\s*insert\s+into\s/i,
  /^\s*update\s+[\w."]+\s+(as\s+\w+\s+|\w+\s+)?set\s/i,
  /^\s*delete\s+from\s/i,
  /^\s*with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s+(not\s+)?(materialized\s+)?\(/i,
  /^\s*(create|alter|drop|truncate)\s+(unlogged\s+)?(table|index|unique|schema|database|extension|function|trigger)\b/i,
];
const BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const CALL_PATH = /^\/(v1|api\/v1|api\/conversation)\//;

/** SQL outside queries, and call paths outside the contract. Tests may write both. */
export function textFaults(source, config) {
  const place = placeOf(source.path, config.testSuffixes);
  if (place.isTest || !['app', 'features', 'operations', 'platform', 'ui'].includes(place.layer)) return [];
  const faults = [];
  const add = (line, rule, sentence) => faults.push({ file: source.path, line, rule, sentence });
  if (place.workspace === 'server' && !isAt(place.inner, config.sqlPlaces)) {
    const sentence = `Only ${formatList(config.sqlPlaces)} build SQL: move this to a function there and call it.`;
    for (const { text, line } of source.texts)
      if (SQL.some((form) => form.test(text))) add(line, 'sql-in-queries', sentence);
    for (const { name, line } of source.calls) if (BUILDERS.has(name)) add(line, 'sql-in-queries', sentence);
  }
  if (place.workspace !== 'contract')
    for (const { text, line } of source.texts)
      if (CALL_PATH.test(text))
        add(line, 'paths-in-the-contract', `"${text}" is the path of a call: use its endpoint from the contract.`);
  return faults;
}
