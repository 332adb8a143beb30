import { notificationTypes } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { pageEntries, pagePattern } from '@hubbub/contract/platform/pages.ts';
import { expect, test } from 'vitest';
import { linkOf, sentenceOf } from './kinds.kind.ts';
import { type Facts, peopleOf, type Reported } from './notifications.rules.ts';

const facts: Facts = {
  type: 'vote',
  names: ['Ana', 'Jonas', 'Mia'],
  count: 6,
  postId: '7',
  commentId: null,
  username: 'ana',
  communityHandle: 'garden',
  communityName: 'The garden',
  excerpt: 'host',
  isOnTeam: false,
  messageId: null,
  channelId: null,
  channelName: null,
  conversationId: null,
  reported: null,
  isAnswer: false,
};

test.each([
  [['Ana'], 1, 'Ana'],
  [['Ana', 'Jonas'], 2, 'Ana and Jonas'],
  [['Ana', 'Jonas', 'Mia'], 3, 'Ana, Jonas and 1 other'],
  [['Ana', 'Jonas', 'Mia'], 6, 'Ana, Jonas and 4 others'],
])('%j of %d people read as "%s"', (names, count, text) => {
  expect(peopleOf(names, count)).toBe(text);
});

test('a sentence says who did what', () => {
  expect(sentenceOf(facts)).toBe('Ana, Jonas and 4 others liked your post');
  expect(sentenceOf({ ...facts, type: 'mention', count: 1 })).toBe('Ana mentioned you in a post');
  expect(sentenceOf({ ...facts, type: 'mention', commentId: '8', count: 1 })).toBe('Ana mentioned you in a comment');
  expect(sentenceOf({ ...facts, type: 'role' })).toBe('You now have the host role in The garden');
  expect(sentenceOf({ ...facts, type: 'report', communityName: null })).toBe('A report is waiting for you');
});

test('a report names what it is about', () => {
  const say = (kind: Reported['kind'], name: string | null, communityName: string | null = null) => {
    const about = { ...facts, communityName, reported: { report_id: '9', kind, name } };
    return [sentenceOf({ ...about, type: 'report' }), sentenceOf({ ...about, type: 'report_decided' })];
  };
  expect(say('post', 'Ana')).toEqual(['A post by Ana was reported', 'We looked at your report of a post by Ana']);
  expect(say('comment', null, 'The garden')).toEqual([
    'A comment was reported in The garden',
    'We looked at your report of a comment',
  ]);
  expect(say('user', 'ana')).toEqual(['ana was reported', 'We looked at your report of ana']);
  expect(say('community', 'The garden')).toEqual([
    'The community The garden was reported',
    'We looked at your report of the community The garden',
  ]);
});

test('every notification opens a page that exists', () => {
  for (const type of notificationTypes) {
    for (const count of [1, 6]) {
      const path = linkOf({ ...facts, type, count }).replace(/\?.*/, '');
      if (path === '/notifications') continue;
      expect([path, pageEntries.some(([, page]) => pagePattern(page.path).test(path))]).toEqual([path, true]);
    }
  }
});

test("a community's moderators open its settings for a report, the site's team its queue", () => {
  expect(linkOf({ ...facts, type: 'report' })).toBe('/community/garden/settings');
  expect(linkOf({ ...facts, type: 'report', isOnTeam: true })).toBe('/site/reports');
  const reported = { report_id: '9', kind: 'post', name: 'Ana' } as const;
  expect(linkOf({ ...facts, type: 'report', reported })).toBe('/community/garden/settings?report=9');
  expect(linkOf({ ...facts, type: 'report', isOnTeam: true, reported })).toBe('/site/reports?report=9');
});

test('a notification of a comment leads to the comment, one of a post to the post', () => {
  const onComment = { ...facts, commentId: 'k' };
  for (const type of ['comment', 'reply', 'mention', 'reaction'] as const) {
    expect(linkOf({ ...onComment, type })).toBe('/posts/7?comment=k');
  }
  for (const type of ['mention', 'vote', 'community_post'] as const)
    expect(linkOf({ ...facts, type })).toBe('/posts/7');
});

test('a mention or a reaction says where it is, and leads there', () => {
  const inChannel = { ...facts, messageId: 7, channelId: 'c', channelName: 'general', communityHandle: 'garden' };
  const inTalk = { ...facts, messageId: 7, conversationId: 't' };
  const onComment = { ...facts, commentId: 'k' };
  const say = (type: 'mention' | 'reaction', where: typeof facts) => [
    sentenceOf({ ...where, type }),
    linkOf({ ...where, type }),
  ];
  const [who] = sentenceOf({ ...facts, type: 'mention' }).split(' mentioned');
  expect(say('mention', inChannel)).toEqual([
    `${who} mentioned you in #general`,
    '/communities?community=garden&channel=c',
  ]);
  expect(say('mention', inTalk)).toEqual([`${who} mentioned you in a message`, '/chat?conversation=t']);
  expect(say('reaction', inTalk)).toEqual([`${who} reacted to your message`, '/chat?conversation=t']);
  expect(say('reaction', onComment)).toEqual([`${who} reacted to your comment`, `/posts/${facts.postId}?comment=k`]);
});
