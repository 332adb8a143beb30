import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { PostOverlays } from '#features/posts/post-shadows.ts';
import type { Vote } from '#features/posts/posts.rules.ts';

function aPost(given: Partial<Post> = {}): Post {
  return {
    post_id: 'p1',
    content: 'Evening market',
    created_at: '2026-03-12T12:00:00.000Z',
    user: { username: 'ada', name: 'Ada', profile_path: '/profiles/default.png' },
    stats: { upvote_count: 4, downvote_count: 2, comment_count: 1 },
    vote_type: 0,
    files: [],
    community: null,
    bookmarked: false,
    poll: null,
    quote: null,
    edited_at: null,
    viewer: { can_delete: false, can_edit: false },
    ...given,
  };
}

/** A server that answers on command. */
function slowServer(post: Post) {
  const waiting: { vote: Vote; answer: () => void; refuse: () => void }[] = [];
  let { stats } = post;
  let current = post.vote_type;
  const send = (vote: Vote) =>
    new Promise<Pick<Post, 'vote_type' | 'stats'>>((resolve, reject) => {
      waiting.push({
        vote,
        answer: () => {
          const count = (side: 1 | -1) => Number(vote === side) - Number(current === side);
          stats = {
            ...stats,
            upvote_count: stats.upvote_count + count(1),
            downvote_count: stats.downvote_count + count(-1),
          };
          current = vote;
          resolve({ vote_type: vote, stats });
        },
        refuse: () => reject(new Error('refused')),
      });
    });
  return { send, waiting };
}

function begin(post = aPost()) {
  const shadows = new PostOverlays();
  shadows.absorb([post], shadows.stamp());
  return { shadows, ...slowServer(post) };
}

const shown = (shadows: PostOverlays) => {
  const { vote_type, stats } = shadows.view('p1')!;
  return [vote_type, stats.upvote_count, stats.downvote_count, stats.comment_count];
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a vote', () => {
  test('shows right away and stays when the server accepts it', async () => {
    const { shadows, send, waiting } = begin();
    const done = shadows.pressVote('p1', 1, send);
    expect(shown(shadows)).toEqual([1, 5, 2, 1]);
    waiting[0]!.answer();
    await done;
    expect(shown(shadows)).toEqual([1, 5, 2, 1]);
  });

  test('is undone when the server refuses it', async () => {
    const { shadows, send, waiting } = begin();
    const done = shadows.pressVote('p1', -1, send);
    expect(shown(shadows)).toEqual([-1, 4, 3, 1]);
    waiting[0]!.refuse();
    await done;
    expect(shown(shadows)).toEqual([0, 4, 2, 1]);
  });

  test("pressed many times ends in the last press's state, with one call at a time", async () => {
    const { shadows, send, waiting } = begin();
    const done = shadows.pressVote('p1', 1, send);
    void shadows.pressVote('p1', 1, send);
    void shadows.pressVote('p1', -1, send);
    expect(shown(shadows)).toEqual([-1, 4, 3, 1]);
    expect(waiting).toHaveLength(1);
    waiting[0]!.answer();
    await settle();
    expect(waiting.map(({ vote }) => vote)).toEqual([1, -1]);
    waiting[1]!.answer();
    await done;
    expect(shown(shadows)).toEqual([-1, 4, 3, 1]);
  });

  test("pressed back to what's being sent needs no second call", async () => {
    const { shadows, send, waiting } = begin();
    const done = shadows.pressVote('p1', 1, send);
    void shadows.pressVote('p1', 1, send);
    void shadows.pressVote('p1', 1, send);
    waiting[0]!.answer();
    await done;
    expect(waiting).toHaveLength(1);
    expect(shown(shadows)[0]).toBe(1);
  });

  test('after a failed one is still sent', async () => {
    const { shadows, send, waiting } = begin();
    const done = shadows.pressVote('p1', 1, send);
    void shadows.pressVote('p1', -1, send);
    waiting[0]!.refuse();
    await settle();
    waiting[1]!.answer();
    await done;
    expect(shown(shadows)).toEqual([-1, 4, 3, 1]);
  });

  test("isn't undone by a page that was requested before it", async () => {
    const { shadows, send, waiting } = begin();
    const stamp = shadows.stamp();
    const done = shadows.pressVote('p1', 1, send);
    shadows.absorb([aPost()], stamp);
    expect(shown(shadows)[0]).toBe(1);
    waiting[0]!.answer();
    await done;
    shadows.absorb([aPost()], stamp);
    expect(shown(shadows)[0]).toBe(1);
    shadows.absorb([aPost({ vote_type: -1 })], shadows.stamp());
    expect(shown(shadows)[0]).toBe(-1);
  });
});

describe('a comment', () => {
  test('counts right away, and only once', () => {
    const { shadows } = begin();
    const end = shadows.startComment('p1');
    expect(shown(shadows)[3]).toBe(2);
    end(true);
    expect(shown(shadows)[3]).toBe(2);
  });

  test("no longer counts once it's refused", () => {
    const { shadows } = begin();
    shadows.startComment('p1')(false);
    expect(shown(shadows)[3]).toBe(1);
  });

  test('and a vote at the same time count once each', async () => {
    const post = aPost();
    const { shadows, send, waiting } = begin(post);
    const end = shadows.startComment('p1');
    const done = shadows.pressVote('p1', 1, send);
    waiting[0]!.answer();
    await done;
    expect(shown(shadows)).toEqual([1, 5, 2, 2]);
    end(true);
    expect(shown(shadows)).toEqual([1, 5, 2, 2]);
  });
});

test('hides a deleted post everywhere', () => {
  const { shadows } = begin();
  const before = shadows.deleted();
  let told = 0;
  shadows.subscribeToDeleted(() => {
    told += 1;
  });
  shadows.setDeleted('p1');
  expect(shadows.deleted().has('p1')).toBe(true);
  expect(shadows.deleted()).not.toBe(before);
  expect(told).toBe(1);
});

test("notifies a post's subscribers of its changes and no others", () => {
  const { shadows, send } = begin();
  shadows.absorb([aPost({ post_id: 'p2' })], shadows.stamp());
  let calls = 0;
  const stop = shadows.subscribe('p1', () => {
    calls += 1;
  });
  void shadows.pressVote('p2', 1, send);
  expect(calls).toBe(0);
  void shadows.pressVote('p1', 1, send);
  expect(calls).toBe(1);
  stop();
  void shadows.pressVote('p1', 1, send);
  expect(calls).toBe(1);
});

test("what the server says of a post is drawn; a count that's changing here waits for its own answer", async () => {
  const { shadows, send, waiting } = begin();
  const said = { post_id: 'p1', content: 'Night market', edited_at: '2026-03-12T13:00:00.000Z' };
  shadows.follow({ ...said, stats: { upvote_count: 9, downvote_count: 0, comment_count: 3 } });
  expect(shadows.view('p1')).toMatchObject(said);
  expect(shown(shadows)).toEqual([0, 9, 0, 3]);
  void shadows.pressVote('p1', 1, send);
  shadows.follow({ ...said, stats: { upvote_count: 20, downvote_count: 0, comment_count: 3 } });
  expect(shown(shadows)).toEqual([1, 10, 0, 3]);
  waiting[0]!.answer();
  await settle();
  expect(shown(shadows)).toEqual([1, 5, 2, 1]);
});
