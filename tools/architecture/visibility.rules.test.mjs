import { describe, expect, test } from 'vitest';
import { testSuffixes } from '../../architecture.config.js';
import { visibilityFaults } from './visibility.rules.mjs';

const file = 'server/src/features/notes/notes.queries.ts';
const config = (exempt = {}) => ({ testSuffixes, visibility: { conditions: ['visibleTo', 'postVisibleTo'], exempt } });
const declaring = (text, path = file) => ({ path, declarations: [{ name: 'readNotes', line: 4, text }] });
const faultsOf = (source, exempt) =>
  visibilityFaults([source], config(exempt)).map(({ file: at, line, sentence }) => `${at}:${line} ${sentence}`);

const asText = 'const readNotes = `select posts.id from posts where posts.id < $2 limit 5 from a session`';
const asQuery =
  "const readNotes = sessionStatement('notes', (db) => jsonArrayFrom(session.selectFrom('comments').selectAll()))";

describe('A list for a viewer', () => {
  test.each([asText, asQuery, asText.replace('from posts', 'from x join users on true')])(
    'of people or what they wrote has to ask what the viewer may see: %s',
    (text) => {
      const [fault, ...others] = faultsOf(declaring(text));
      expect(others).toEqual([]);
      expect(fault).toContain(`${file}:4 readNotes lists`);
      expect(faultsOf(declaring(`${text} visibleTo('session.user_id', 'posts.author_id')`))).toEqual([]);
      expect(faultsOf(declaring(`${text} invisibleTo(`))).toHaveLength(1);
    },
  );

  test('may be exempt, for as long as it needs it', () => {
    const exempt = { [`${file}#readNotes`]: 'why' };
    expect(faultsOf(declaring(asText), exempt)).toEqual([]);
    expect(faultsOf(declaring('const readNotes = 1'), exempt)[0]).toContain('take it off the list');
  });

  test("isn't what a test, another workspace, a single row or a statement without a viewer is", () => {
    for (const path of [
      file.replace('.ts', '.test.ts'),
      'web/src/features/notes/notes.queries.ts',
      file.replace('queries', 'rules'),
    ])
      expect(faultsOf(declaring(asText, path))).toEqual([]);
    expect(faultsOf(declaring(asText.replace('limit 5', '')))).toEqual([]);
    expect(faultsOf(declaring(asText.replace('a session', 'others')))).toEqual([]);
  });
});
