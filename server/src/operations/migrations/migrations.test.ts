import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The previous version keeps running while a migration runs and afterwards: a migration may add things, and what the previous version
 * reads or writes must stay as it is. What that version needed is removed one version later, by a migration that says so.
 */

const folder = join(import.meta.dirname, '../../../migrations');
/** Earlier ones were written before two versions could run at the same time. */
const firstBound = '0013';

interface Rule {
  pattern: RegExp;
  instead: string;
}

const never: Rule[] = [
  {
    pattern: /\bdrop\s+(table|column|view|function|type|constraint|trigger)\b/,
    instead: 'leave it until no version uses it',
  },
  { pattern: /\brename\b/, instead: 'add the new name beside the old one' },
  { pattern: /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/, instead: 'add a column of the new type' },
  { pattern: /\bset\s+not\s+null\b/, instead: 'the version before may not fill it' },
  { pattern: /\badd\s+column\b(?![^;,]*\bdefault\b)[^;,]*\bnot\s+null\b/, instead: 'give the column a default' },
  {
    pattern: /\badd\s+(constraint\s+\w+\s+)?(check|foreign|exclude)\b(?![^;]*\bnot\s+valid\b)/,
    instead: 'add it not valid, and validate it in a later migration',
  },
];

/** What in a file the previous version can't live with. */
function faultsOf(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, '').toLowerCase();
  // The one exception: it refuses to run while any other process is connected.
  if (/^-- moves: \S/.test(sql) && /pg_stat_activity/.test(sql)) return [];
  if (/^-- contract: \S/m.test(sql)) return [];
  const made = new Set(
    [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)].map(([, name]) => name),
  );
  const statements = text
    .split(/;[ \t]*$/m)
    .filter((one) => !made.has(/\balter\s+table\s+(?:only\s+)?(\w+)/.exec(one)?.[1]));
  const faults = statements.flatMap((one) =>
    never.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(one)?.[0];
      return found ? [`${found.replace(/\s+/g, ' ')}: ${instead}`] : [];
    }),
  );
  for (const [found, concurrently, table] of text.matchAll(
    /\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?(?:if\s+not\s+exists\s+)?\w+\s+on\s+(\w+)/g,
  )) {
    if (!concurrently && !made.has(table))
      faults.push(`${found}: build it concurrently, in a file that begins with "-- no transaction: …"`);
  }
  if (/^-- no transaction\b/.test(sql)) {
    for (const [, name] of text.matchAll(/\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(\w+)/g)) {
      if (!text.includes(`drop index concurrently if exists ${name};`)) {
        faults.push(
          `${name}: drop index concurrently if exists before, since one that was cut off stays there invalid`,
        );
      }
    }
  }
  return faults;
}

describe('migrations are safe for the previous version', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstBound);
  test.for(files.length > 0 ? files : ['none yet'])('%s', (name) => {
    if (name.endsWith('.sql')) expect(faultsOf(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  test.for([
    ['alter table posts drop column title;', 1],
    ['alter table posts rename column title to heading;', 1],
    ['alter table posts alter column title type varchar(10);', 1],
    ['alter table posts alter title set not null;', 1],
    ['alter table posts add column title text not null;', 1],
    ["alter table posts add column title text not null default '';", 0],
    ['alter table posts add column title text;', 0],
    ['alter table posts add constraint long check (length(title) < 9);', 1],
    ['alter table posts add constraint long check (length(title) < 9) not valid;', 0],
    ['create index posts_title on posts (title);', 1],
    [
      'create table notes (id uuid);\ncreate index notes_id on notes (id);\nalter table notes alter id set not null;',
      0,
    ],
    ['-- no transaction: slow.\ncreate index concurrently a on posts (title);', 1],
    [
      '-- no transaction: slow.\ndrop index concurrently if exists a;\ncreate index concurrently a on posts (title);',
      0,
    ],
    ['-- contract: no version since the first reads it.\nalter table posts drop column title;', 0],
  ] as const)('%s', ([sql, count]) => {
    expect(faultsOf(sql)).toHaveLength(count);
  });
});
