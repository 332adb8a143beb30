import type { PostNow } from '@hubbub/contract/features/posts/posts.events.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { type Vote, voteAfterPress, withVote } from '#features/posts/posts.rules.ts';
import { Waiting } from '#platform/errors.ts';
import { createListeners } from '#platform/listeners.ts';

type VoteAnswer = Pick<Post, 'vote_type' | 'stats'>;

interface Entry {
  /** The server's latest version. */
  post: Post;
  /** When it was received, on the store's clock. */
  at: number;
  /** The last vote the person asked for, until the server confirms it. */
  wanted: Vote | undefined;
  sending: boolean;
  /** How many of the person's comments are being sent. */
  comments: number;
  /** What's shown: the server's latest version plus everything that's pending. */
  view: Post;
}

/**
 * One optimistic overlay per post, shared by every list and page that shows it: the server's latest version, plus the person's changes
 * that the server hasn't confirmed yet. A confirmed change stays, a refused one is dropped.
 */
export class PostOverlays {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #deletions = createListeners();
  #deleted: ReadonlySet<string> = new Set();
  #clock = 0;

  /** A timestamp for the start of a read; `absorb` compares it with later changes. */
  stamp(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** Merges the result of a read that started at `stamp`. Counts and votes that have changed since then, or are changing, are kept. */
  absorb(posts: readonly Post[], stamp: number): void {
    for (const post of posts) {
      const entry = this.#entries.get(post.post_id);
      if (entry === undefined) {
        this.#entries.set(post.post_id, {
          post,
          at: stamp,
          wanted: undefined,
          sending: false,
          comments: 0,
          view: post,
        });
        this.#announce(post.post_id);
      } else if (stamp >= entry.at) {
        const busy = entry.sending || entry.comments > 0;
        entry.post = busy ? { ...post, vote_type: entry.post.vote_type, stats: entry.post.stats } : post;
        if (!busy) entry.at = stamp;
        this.#refresh(entry);
      }
    }
  }

  /** Clears everything, because another person has signed in. */
  clear(): void {
    this.#entries.clear();
    this.#deleted = new Set();
    for (const id of this.#listeners.keys()) this.#announce(id);
    this.#deletions.notify();
  }

  /** What's shown of a post; undefined if it was never loaded. */
  view(postId: string): Post | undefined {
    return this.#entries.get(postId)?.view;
  }

  /** The deleted posts: the same set until another one is added. */
  deleted(): ReadonlySet<string> {
    return this.#deleted;
  }

  /**
   * The person pressed a vote button. The vote shows right away. `send` is called one at a time per post, and again only if the last
   * press asks for something other than what was sent, so many quick presses end in the last one's state. A failure undoes the vote,
   * unless a later press follows.
   */
  async pressVote(postId: string, pressed: 1 | -1, send: (vote: Vote) => Promise<VoteAnswer>): Promise<void> {
    const entry = this.#entries.get(postId);
    if (entry === undefined) return;
    entry.wanted = voteAfterPress(entry.view.vote_type, pressed);
    this.#refresh(entry);
    if (entry.sending) return;
    entry.sending = true;
    let intent: Vote;
    do {
      intent = entry.wanted;
      try {
        const { vote_type, stats } = await send(intent);
        // This count may already include a comment that's being sent; it's added when its own answer arrives.
        const comment_count = entry.comments > 0 ? entry.post.stats.comment_count : stats.comment_count;
        entry.post = { ...entry.post, vote_type, stats: { ...stats, comment_count } };
        entry.at = this.stamp();
      } catch (error) {
        if (error instanceof Waiting) entry.post = withVote(entry.post, intent);
        // The caller of `send` reports the error; only the state matters here.
      }
    } while (entry.wanted !== intent);
    entry.sending = false;
    entry.wanted = undefined;
    this.#refresh(entry);
  }

  /** A comment was written: it counts right away. Call the returned function with the outcome. */
  startComment(postId: string): (stored: boolean) => void {
    const entry = this.#entries.get(postId);
    if (entry === undefined) return () => undefined;
    entry.comments += 1;
    this.#refresh(entry);
    return (stored) => {
      entry.comments -= 1;
      if (stored) {
        entry.post = {
          ...entry.post,
          stats: { ...entry.post.stats, comment_count: entry.post.stats.comment_count + 1 },
        };
        entry.at = this.stamp();
      }
      this.#refresh(entry);
    };
  }

  /** A comment was deleted, or is there again. */
  countComment(postId: string, by: number): void {
    const entry = this.#entries.get(postId);
    if (entry === undefined) return;
    const { stats } = entry.post;
    entry.post = { ...entry.post, stats: { ...stats, comment_count: Math.max(0, stats.comment_count + by) } };
    entry.at = this.stamp();
    this.#refresh(entry);
  }

  /** Something about a post is different now, as the person asked for or the server said. */
  change(postId: string, change: Partial<Pick<Post, 'bookmarked' | 'poll' | 'content' | 'mentions'>>): void {
    const entry = this.#entries.get(postId);
    if (entry === undefined) return;
    entry.post = { ...entry.post, ...change };
    entry.at = this.stamp();
    this.#refresh(entry);
  }

  /** The server says how a post is now. Counts and texts that are changing here are kept: their own answers bring newer ones. */
  follow(now: PostNow): void {
    const entry = this.#entries.get(now.post_id);
    if (entry === undefined) return;
    const busy = entry.sending || entry.comments > 0;
    entry.post = { ...entry.post, ...now, ...(busy && { stats: entry.post.stats }) };
    entry.at = this.stamp();
    this.#refresh(entry);
  }

  /** Hides a post everywhere. */
  setDeleted(postId: string): void {
    this.#deleted = new Set([...this.#deleted, postId]);
    this.#deletions.notify();
  }

  /** Calls back when what's shown of a post changes. Returns the unsubscribe function. */
  subscribe(postId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(postId) ?? new Set();
    this.#listeners.set(postId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(postId) === listeners) this.#listeners.delete(postId);
    };
  }

  /** Calls back when a post is deleted. */
  readonly subscribeToDeleted = this.#deletions.subscribe;

  #refresh(entry: Entry): void {
    const voted = entry.wanted === undefined ? entry.post : withVote(entry.post, entry.wanted);
    entry.view =
      entry.comments === 0
        ? voted
        : { ...voted, stats: { ...voted.stats, comment_count: voted.stats.comment_count + entry.comments } };
    this.#announce(entry.post.post_id);
  }

  #announce(postId: string): void {
    for (const listener of this.#listeners.get(postId) ?? []) listener();
  }
}
