import { createConversation } from '#features/conversations/conversations.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Club, createClub } from './community.ts';
import type { Caller, Person, World } from './harness.ts';
import { setSiteRole } from './site.ts';

/** People for one call alone: Ada, who owns the things, Bob, who is somebody else, and an admin of the site. */
export interface Cast {
  world: World;
  /** Unique to these people. */
  number: number;
  ada: Person;
  bob: Person;
  admin: Person;
}

/** A call that's about to be sent. */
export interface Prepared {
  by: Caller;
  path: string;
  /** JSON, or a form. */
  body?: unknown;
}

/** A call that has one effect, however often it's sent. */
export interface Repeated {
  prepare(cast: Cast): Promise<Prepared> | Prepared;
  /** The statuses that all but one of the calls may also get: it's already gone, taken, or as they want it. */
  others?: readonly number[];
  /** Whether each that's refused is in the account's security log. */
  logsRefusals?: true;
  /** A job makes its file: done before all calls are answered, it would be made anew, and rightly. */
  isMadeByJob?: true;
  /** Everybody gets a notification of it. */
  tellsEverybody?: true;
}

/** A call that does something new each time, and its effect. */
export interface Anew {
  anew: string;
}

export async function enter(world: World, number: number): Promise<Cast> {
  const [ada, bob, admin] = [
    await world.person(`ada_${number}`),
    await world.person(`bob_${number}`),
    await world.person(`admin_${number}`),
  ];
  await setSiteRole(world, admin.user_id, 'admin');
  return { world, number, ada, bob, admin };
}

export const postOf = async ({ world }: Cast, { user_id: authorId }: Person): Promise<string> =>
  await createTextPost(world.platform, { authorId });

export const commentOf = async (person: Person, postId: string): Promise<string> =>
  (await person.post(`/v1/posts/${postId}/comments`, { content: 'Hello' })).body.comment.comment_id;

export const talkOf = async ({ world, ada, bob }: Cast): Promise<string> =>
  await createConversation(world.platform, { openedBy: ada.user_id, withUsername: bob.user.username });

export const messageOf = async (person: Person, conversation: string): Promise<string> =>
  (await person.post('/v1/chats', { conversation, content: 'Hello' })).body.message._id;

/** Ada's community, which Bob has joined. */
export const clubOf = async ({ world, ada, bob }: Cast): Promise<Club> => await createClub(world, ada, [bob]);

/** Ada's group with Bob and somebody else. */
export async function groupOf({ world, ada, bob, number }: Cast): Promise<string> {
  const third = await world.person(`third_${number}`);
  const usernames = [bob.user.username, third.user.username];
  return (await ada.post('/v1/conversations', { usernames })).body.newConversation._id;
}

/** The newest token in a mail to an address that links to a page. */
export async function tokenIn(world: World, email: string, page: string): Promise<string> {
  await world.runJobs();
  const mails = (await world.outbox()).filter(({ to }) => to === email);
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`);
  return mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0] ?? '';
}
