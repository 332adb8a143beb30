import { describe, expect, test } from 'vitest';
import {
  fillsFrame,
  frameAspect,
  holdReason,
  mediaKind,
  readinessDelay,
  seesHeldBack,
  type Vote,
  voteAfterPress,
  withVote,
} from '#features/posts/posts.rules.ts';

describe('votes', () => {
  test.each<[Vote, 1 | -1, Vote]>([
    [0, 1, 1],
    [0, -1, -1],
    [1, 1, 0],
    [-1, -1, 0],
    [1, -1, -1],
    [-1, 1, 1],
  ])('at %d, pressing %d sends %d', (current, pressed, sent) => {
    expect(voteAfterPress(current, pressed)).toBe(sent);
  });

  test.each<[Vote, Vote, [number, number]]>([
    [0, 1, [11, 5]],
    [0, -1, [10, 6]],
    [1, 0, [9, 5]],
    [-1, 0, [10, 4]],
    [-1, 1, [11, 4]],
    [1, -1, [9, 6]],
    [1, 1, [10, 5]],
  ])('changes the counts from %d to %d to %j', (from, to, counts) => {
    const post = { vote_type: from, stats: { upvote_count: 10, downvote_count: 5, comment_count: 3 } };
    const { stats, vote_type } = withVote(post, to);
    expect([stats.upvote_count, stats.downvote_count]).toEqual(counts);
    expect(stats.comment_count).toBe(3);
    expect(vote_type).toBe(to);
  });
});

describe('media', () => {
  test.each([
    ['video/mp4', '/a/b.mp4', 'video'],
    ['video', '/a/b', 'video'],
    ['application/octet-stream', '/a/b.mp4', 'video'],
    ['image/webp', '/a/b.webp', 'image'],
    ['audio/mpeg', '/a/b.mp3', 'audio'],
    ['text/plain', '', 'other'],
  ] as const)('treats %s at "%s" as %s', (type, path, kind) => {
    expect(mediaKind({ type, path })).toBe(kind);
  });

  const picture = { type: 'image/jpeg', path: '/a.jpg', is_nsfw: true, state: 'ready' } as const;

  test('holds back NSFW unless the viewer wants to see it', () => {
    expect(holdReason(picture, false)).toBe('nsfw');
    expect(holdReason(picture, true)).toBeNull();
    expect(holdReason({ ...picture, is_nsfw: false }, false)).toBeNull();
  });

  test('never blurs media for its author or for someone who turned NSFW on', () => {
    expect(seesHeldBack({ username: 'Ada', show_nsfw: false }, 'ada')).toBe(true);
    expect(seesHeldBack({ username: 'bob', show_nsfw: true }, 'ada')).toBe(true);
    expect(seesHeldBack({ username: 'bob', show_nsfw: false }, 'ada')).toBe(false);
    expect(seesHeldBack(null, 'ada')).toBe(false);
  });

  test('holds back unchecked media with its own text, except sound', () => {
    expect(holdReason({ ...picture, state: 'processing' }, false)).toBe('processing');
    expect(holdReason({ ...picture, state: 'failed' }, false)).toBe('failed');
    expect(holdReason({ ...picture, type: 'audio/mpeg', path: '/a.mp3', state: 'processing' }, false)).toBeNull();
    expect(holdReason({ ...picture, type: 'video/mp4', path: '/a.mp4', state: 'processing' }, true)).toBe('processing');
  });

  test('shapes the frame like the first picture, within bounds, and has none for sound alone', () => {
    const of = (width: number | null, height: number | null, type = 'image/jpeg') => ({
      type,
      path: '',
      width,
      height,
    });
    expect(frameAspect([of(800, 600)])).toBeCloseTo(4 / 3);
    expect(frameAspect([of(1080, 2400)])).toBe(0.8);
    expect(frameAspect([of(4000, 500)])).toBe(1.91);
    expect(frameAspect([of(null, null, 'video/mp4')])).toBeCloseTo(16 / 9);
    expect(frameAspect([of(null, null, 'audio/mpeg')])).toBeNull();
    expect(frameAspect([of(null, null, 'audio/mpeg'), of(100, 100)])).toBe(1);
  });

  test('fills the frame with a picture of nearly its shape and shows any other whole', () => {
    expect(fillsFrame({ width: 100, height: 100 }, 1)).toBe(true);
    expect(fillsFrame({ width: 100, height: 120 }, 1)).toBe(true);
    expect(fillsFrame({ width: 1080, height: 2400 }, 0.8)).toBe(false);
    expect(fillsFrame({ width: null, height: null }, 0.8)).toBe(true);
  });

  test('polls for media less and less often, up to every 15 s', () => {
    expect(readinessDelay(0)).toBe(1500);
    expect(readinessDelay(1)).toBe(1500);
    expect(readinessDelay(2)).toBe(2250);
    expect(readinessDelay(30)).toBe(15_000);
  });
});
