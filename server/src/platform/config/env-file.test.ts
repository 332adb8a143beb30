import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { envFileFaults } from './env-file.ts';

const password = 'a$b & c#d e';

test.each([`SECRET='${password}'`, `SECRET="${password}"`, `export SECRET='${password}' # the mail server's`])(
  'A password with $, &, # and spaces is read as it is in quotes: %s',
  (line) => {
    expect(parseEnv(line)).toEqual({ SECRET: password });
    expect(envFileFaults(line, 'hubbub.env')).toEqual([]);
  },
);

test('Comments, blank lines, values without quotes and values over several lines are fine', () => {
  const text =
    '# a comment\r\n\r\nNAME=Elm Street # ours\r\nMAIL_FROM="Elm <a@b.org>"\r\nEMPTY=\r\nKEY="one\r\ntwo"\r\nA=$x&y';
  expect(envFileFaults(text, 'hubbub.env')).toEqual([]);
});

test.each([
  ['PUBLIC_URL https://a.org', "can't be read"],
  ['MAIL_FROM="Elm" <a@b.org>', 'goes on after the closing quotation mark'],
  ['SECRET=abc#def', 'single quotes'],
  ["SECRET='abc", 'never closed'],
])('A line that would be skipped or cut short is named, without its value: %s', (line, what) => {
  const [fault = '', ...others] = envFileFaults(`A=1\n${line}`, 'hubbub.env');
  expect(others).toEqual([]);
  expect(fault).toContain('Line 2 of hubbub.env');
  expect(fault).toContain(what);
  expect(fault).not.toContain('abc');
});

test('The example has no such line', () => {
  const example = readFileSync(new URL('../../../../deploy/systemd/hubbub.env.example', import.meta.url), 'utf8');
  expect(envFileFaults(example, 'hubbub.env')).toEqual([]);
});
