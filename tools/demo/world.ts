import { type Random, random } from './random.ts';
import {
  communities,
  type DemoCommunity,
  type DemoPost,
  lineOf,
  newest,
  people,
  type Topic,
  topics,
  troublePosts,
} from './world-data.ts';

/** A post with everything that happens to it. */
export interface Plan extends DemoPost {
  /** The handle of the community it's in. */
  community?: string;
  votes: readonly { by: string; value: 1 | -1 }[];
  comments: readonly { by: string; text: string }[];
}

/** Everything that happens in the demo world, in order: the same each time. */
export function planWorld(): Plan[] {
  const r = random('the neighbourhood');
  const all = (list: readonly Topic[]) => list.flatMap((topic) => topic.posts.map((post) => ({ post, topic })));
  const order = [...spread(r, all(topics)), ...all([newest])];
  const plans = order.map(({ post, topic }) => ({
    ...post,
    votes: planVotes(r, post),
    comments: planComments(r, post, topic),
  }));
  const inCommunities = communities.flatMap((community) =>
    (community.posts ?? []).map((post) => planInside(r, community, post)),
  );
  const troubles = troublePosts.map((post) => ({ ...post, votes: [], comments: commentsOf(post) }));
  // Near the top of the feed, but not first.
  return [...plans.slice(0, -8), ...inCommunities, ...troubles, ...plans.slice(-8)];
}

/** A post in a community, which only its members vote on. */
function planInside(r: Random, { handle, by, members }: DemoCommunity, post: DemoPost): Plan {
  const inside = [by, ...members];
  const votes = planVotes(r, post).filter((vote) => inside.includes(vote.by));
  return { ...post, community: handle, votes, comments: commentsOf(post) };
}

/** The comments that belong to a post only. */
const commentsOf = ({ said = [] }: DemoPost): Plan['comments'] =>
  said.map((line) => {
    const [by, text] = lineOf(line);
    return { by, text };
  });

/** Shuffled, but never the same author twice in a row if avoidable. */
function spread<T extends { post: DemoPost }>(r: Random, list: readonly T[]): T[] {
  const rest = r.shuffled(list);
  const order: T[] = [];
  while (rest.length > 0) {
    const next = rest.findIndex(({ post }) => post.by !== order.at(-1)?.post.by);
    order.push(...rest.splice(Math.max(0, next), 1));
  }
  return order;
}

/** Fewest and most votes by reach; nearly everyone votes for what everyone sees. */
const voteRanges = [
  [0, 2],
  [1, 7],
  [6, 15],
  [13, 24],
] as const;

function planVotes(r: Random, { by, reach = 1 }: DemoPost): Plan['votes'] {
  const [least, most] = voteRanges[reach];
  return r
    .shuffled(people.filter(({ username }) => username !== by))
    .slice(0, r.int(least, most))
    .map(({ username }) => ({ by: username, value: r.chance(0.035) ? -1 : 1 }));
}

function planComments(r: Random, post: DemoPost, topic: Topic): Plan['comments'] {
  const { by, reach = 1 } = post;
  const own = commentsOf(post);
  const count = Math.max(0, r.int(reach - 2, reach === 3 ? 4 : reach + 1) - (own.length > 2 ? 1 : 0));
  const authors = r.shuffled(
    people.filter(({ username }) => username !== by && own.every((line) => line.by !== username)),
  );
  const texts = r.shuffled(topic.replies);
  const others = authors
    .slice(0, Math.min(count, texts.length))
    .map(({ username }, index) => ({ by: username, text: texts[index] ?? '' }));
  return [...own, ...others];
}
