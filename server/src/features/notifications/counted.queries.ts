import { countedAtOnce, firstAfter, mostCounted } from '#features/channels/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { once } from '#platform/database/session-statement.ts';

/** A channel that somebody hears of. */
export interface HeardChannel {
  channel_id: string;
  community_id: string;
  community_handle: string;
  /** Up to where they've read. */
  read_id: number;
}

/** How many messages by others a channel has for somebody after the one they've read, up to another one. */
interface Counted {
  readId: number;
  upTo: number;
  others: number;
}

/** Less than this is counted anew each time. */
const worthKeeping = 16;
/** Counts that are kept, of all people together. */
const mostKept = 50_000;

/**
 * Counts that can't change, so that only what came later is counted again. A channel's messages are stored in the order of their ids, none
 * of them is ever deleted while the channel is there, and if their sender's account is, they're still somebody else's. So how many by
 * others there are between two of them stays as it is for whoever hides nobody.
 */
class Kept {
  readonly #counts = new Map<string, Map<string, Counted>>();
  #size = 0;

  /** A person's, by channels. */
  find(userId: string): ReadonlyMap<string, Counted> | undefined {
    return this.#counts.get(userId);
  }

  keep(userId: string, channelId: string, counted: Counted): void {
    const counts = this.#counts.get(userId) ?? new Map<string, Counted>();
    this.#size -= counts.size;
    counts.delete(channelId);
    if (counted.others >= worthKeeping) counts.set(channelId, counted);
    this.#size += counts.size;
    // Whoever was counted last goes last.
    this.#counts.delete(userId);
    if (counts.size > 0) this.#counts.set(userId, counts);
    for (const [oldest, { size }] of this.#counts) {
      if (this.#size <= mostKept) return;
      this.#size -= size;
      this.#counts.delete(oldest);
    }
  }
}

const keptOf = new WeakMap<Hot, Kept>();

function countedSo(counts: ReadonlyMap<string, Counted> | undefined, { channel_id, read_id }: HeardChannel): Counted {
  const kept = counts?.get(channel_id);
  return kept?.readId === read_id ? kept : { readId: read_id, upTo: read_id, others: 0 };
}

// `(select …)` keeps the planner from seeing how many there are: for few, it would plan anew each time, which takes longer than counting.
const afterStatement = once(
  (): Statement => ({
    name: 'unread-after',
    text: `select asked.channel_id, first.* from unnest((select $2::uuid[]), (select $3::bigint[])) asked (channel_id, after)
      cross join lateral (${firstAfter('asked.channel_id', '$1::uuid', 'asked.after')}) first where first.number > 0`,
  }),
);

/**
 * How many messages by others are new for a person in channels that they hear of, up to `mostCounted`. Undefined: that has to be found out
 * step by step, because they hide somebody, or because very many are their own. @param hides whether they blocked somebody, whose messages
 * don't count
 */
export async function countNew(
  hot: Hot,
  userId: string,
  heard: readonly HeardChannel[],
  hides: boolean,
): Promise<Map<string, number | undefined>> {
  if (hides) return new Map(heard.map(({ channel_id }) => [channel_id, undefined]));
  const kept = keptOf.get(hot) ?? new Kept();
  keptOf.set(hot, kept);
  const before = kept.find(userId);
  const known = new Map(heard.map((channel) => [channel.channel_id, countedSo(before, channel)]));
  const open = [...known].filter(([, { others }]) => others < mostCounted);
  const counts = new Map<string, number | undefined>(
    [...known].map(([id, { others }]) => [id, Math.min(others, mostCounted)]),
  );
  if (open.length === 0) return counts;
  const rows = await hot.query<{ channel_id: string; number: number; others: number; up_to: number }>(
    afterStatement(),
    [userId, open.map(([id]) => id), open.map(([, { upTo }]) => upTo)],
  );
  for (const { channel_id, number, others, up_to: upTo } of rows) {
    const counted = known.get(channel_id);
    if (!counted) continue;
    const all = counted.others + others;
    kept.keep(userId, channel_id, { ...counted, upTo, others: all });
    const isWhole = number < countedAtOnce || all >= mostCounted;
    counts.set(channel_id, isWhole ? Math.min(all, mostCounted) : undefined);
  }
  return counts;
}
