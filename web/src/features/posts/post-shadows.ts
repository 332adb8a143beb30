import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { type Vote, voteAfterPress, withVote } from '#features/posts/posts.rules.ts';

type VoteAnswer = Pick<Post, 'vote_type' | 'stats'>;

interface Entry {
  /** The newest that the server said. */
  post: Post;
  /** When it said so, on the clock of the store. */
  at: number;
  /** The vote that the person asked for last, while the server has not confirmed it. */
  wanted: Vote | undefined;
  sending: boolean;
  /** Comments of the person that are on their way. */
  comments: number;
  /** What is shown: the newest of the server with everything that is on its way. */
  view: Post;
}

/**
 * One overlay for each post, read by every list and page that shows it: what the server said last, and on top of it what the person has done and the
 * server has not confirmed. A confirmed change stays, a refused one falls off.
 */
export class PostShadows {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #listListeners = new Set<() => void>();
  #deleted: ReadonlySet<string> = new Set();
  #clock = 0;

  /** The moment at which a reading call starts; `absorb` compares it with later changes. */
  stamp(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** Takes what a call that began at `stamp` has read. Counts and votes that were changed after it began, or are changing, are kept. */
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

  /** Forgets everything: another person has signed in. */
  clear(): void {
    this.#entries.clear();
    this.#deleted = new Set();
    for (const id of this.#listeners.keys()) this.#announce(id);
    for (const listener of this.#listListeners) listener();
  }

  /** What is shown of a post; undefined when it was never read. */
  view(postId: string): Post | undefined {
    return this.#entries.get(postId)?.view;
  }

  /** The posts that are deleted: the same set until one more is. */
  deleted(): ReadonlySet<string> {
    return this.#deleted;
  }

  /**
   * The person pressed a vote button. It shows at once. `send` is called one at a time for each post, and again only when the last press asks for
   * something else than was sent, so many quick presses end in the state of the last. A failure takes the vote back, unless a later press follows it.
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
        // A comment that is on its way may be in this count already; it is added when its own answer comes.
        const comment_count = entry.comments > 0 ? entry.post.stats.comment_count : stats.comment_count;
        entry.post = { ...entry.post, vote_type, stats: { ...stats, comment_count } };
        entry.at = this.stamp();
      } catch {
        // The caller of `send` reports it; here only the state matters.
      }
    } while (entry.wanted !== intent);
    entry.sending = false;
    entry.wanted = undefined;
    this.#refresh(entry);
  }

  /** A comment was written: it counts at once. The function that is returned says how it ended. */
  beginComment(postId: string): (stored: boolean) => void {
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

  /** Hides a post everywhere. */
  setDeleted(postId: string): void {
    this.#deleted = new Set([...this.#deleted, postId]);
    for (const listener of this.#listListeners) listener();
  }

  /** Calls back when what is shown of a post changes. Returns what stops it. */
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
  subscribeToDeleted(listener: () => void): () => void {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  }

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
