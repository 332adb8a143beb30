import { expect, test } from 'vitest';
import {
  auditSentence,
  contactLink,
  hasNamelessSubject,
  howToJoin,
  inBytes,
  policies,
  postIdIn,
  proposedRules,
} from './site.rules.ts';

test('Says how to get in unless registration is open.', () => {
  expect(policies.map(({ value }) => howToJoin({ registration: value }) === undefined)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(proposedRules).toHaveLength(3);
});

test("Finds the post in its link, whatever the site's address.", () => {
  const id = '01a20453-db06-747e-b8cf-c76ddb27585a';
  expect(postIdIn(`https://example.org/posts/${id}`)).toBe(id);
  expect(postIdIn(` ${id} `)).toBe(id);
  expect(postIdIn('https://example.org/posts/latest')).toBeUndefined();
});

test('Writes bytes as people read them.', () => {
  expect(inBytes(0)).toBe('0 KB');
  expect(inBytes(1536)).toBe('1.5 KB');
  expect(inBytes(20 * 1024 * 1024)).toBe('20 MB');
  expect(inBytes(3.2 * 1024 ** 3)).toBe('3.2 GB');
});

test('Links a contact that is a mailbox or a page, and nothing else.', () => {
  expect(contactLink('hi@example.org')).toBe('mailto:hi@example.org');
  expect(contactLink('https://example.org/help')).toBe('https://example.org/help');
  expect(contactLink('Room 12')).toBeUndefined();
  expect(contactLink('javascript:alert(1)')).toBeUndefined();
});

test('Tells what an entry of the audit log is about.', () => {
  expect(auditSentence({ action: 'role.changed', text: 'admin' })).toBe('gave the admin role to');
  expect(auditSentence({ action: 'role.changed', text: 'none' })).toBe('removed the role of');
  expect(auditSentence({ action: 'site.changed', text: 'name, rules' })).toBe('changed the name, the rules');
  expect(auditSentence({ action: 'decision.ban', text: '01a20453-db06-747e-b8cf-c76ddb27585a' })).toBe(
    'issued a community ban against',
  );
  expect(auditSentence({ action: 'people.added', text: '30' })).toBe('added 30 people');
  expect(auditSentence({ action: 'invite.created', text: null })).toBe('made an invite');
  expect(hasNamelessSubject({ kind: 'invite' })).toBe(true);
  expect(auditSentence({ action: 'something.new', text: null })).toBe('something new');
});
