import { expect, test } from 'vitest';
import { headlineOf, historyText, likelyRule, outcomeOf, proposedText } from '#features/moderation/moderation.rules.ts';

const rules = ['Be kind and respectful.', 'No spam or advertising.', 'No nudity.'];

test('the rule that something may break is found by the words of the rule', () => {
  expect(likelyRule('spam', rules)).toBe(2);
  expect(likelyRule('sexual', rules)).toBe(3);
  expect(likelyRule('harassment', rules)).toBe(1);
  expect(likelyRule('illegal', rules)).toBeNull();
  expect(likelyRule('spam', [])).toBeNull();
});

test('a decision proposes a text that names the rule, or the reason', () => {
  expect(proposedText('remove', 'spam', 'No spam.')).toBe('It breaks one of our rules.');
  expect(proposedText('warn', 'self_harm', null)).toBe('It was reported for: self-harm.');
  expect(proposedText('dismiss', 'spam', 'No spam.')).toBe('');
});

test("a person's history fits in a few words", () => {
  expect(historyText({ warnings: 0, removals: 0, bans: 0, suspensions: 0 })).toBe('No earlier decisions');
  expect(historyText({ warnings: 1, removals: 2, bans: 0, suspensions: 0 })).toBe('Earlier: 1 warning, 2 removals');
});

test('a decision says what happened and what has become of it', () => {
  const subject = { kind: 'post', id: '1', author: null, content: 'Hi', files: [], gone: false } as const;
  expect(headlineOf({ action: 'remove', subject: { ...subject, files: [] }, community_handle: null })).toBe(
    'Your post was removed',
  );
  expect(headlineOf({ action: 'ban', subject: { ...subject, files: [] }, community_handle: 'tea' })).toBe(
    'You were banned from @tea',
  );
  expect(outcomeOf({ state: 'standing', appeal: null })).toBeNull();
  expect(outcomeOf({ state: 'overturned', appeal: null })).toBe('Overturned after your appeal');
});
