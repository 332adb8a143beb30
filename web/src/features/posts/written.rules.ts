import type { createPost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { pollIn, pollToSend } from '#features/posts/polls.rules.ts';
import { momentOf } from '#features/posts/schedule.rules.ts';
import type { CallInput } from '#platform/api-client.ts';

/** What's written, without its files: a browser that keeps it with each letter needn't write those again. */
export interface Written {
  text: string;
  /** As JSON; empty: it has none. */
  poll: string;
  /** What its files show, in their order. */
  alts: readonly string[];
  /** The handle and the name of the community that it's for; empty: it's for everyone. */
  place: string;
  placeName: string;
  /** The id of the post that it quotes; empty: it quotes none. */
  quote: string;
  /** When it's to be published, as the field for it has it; empty: as soon as it's shared. */
  time: string;
}

export const nothing: Written = { text: '', poll: '', alts: [], place: '', placeName: '', quote: '', time: '' };

/** The form of a new post. */
export type PostForm = CallInput<typeof createPost>['form'];

/** What's sent of it, apart from its files. The poll is missing if it isn't whole, and the time is empty if it's none. */
export function formOf({ text, poll: draft, alts, place, quote, time }: Written, now: number): PostForm {
  const poll = pollIn(draft);
  const described = alts.map((alt) => alt.trim());
  return {
    content: text,
    ...(place !== '' && { community: place }),
    ...(described.some((alt) => alt !== '') && { alts: JSON.stringify(described) }),
    ...(poll && { poll: pollToSend(poll, now) }),
    ...(quote !== '' && { quote }),
    ...(time !== '' && { publish_at: momentOf(time) ?? '' }),
  };
}
