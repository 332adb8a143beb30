import { sharesPresenceText } from '#features/relations/public.ts';

/** Seconds after which a process that hasn't been seen counts as gone, with everyone who was connected to it. */
export const processSeconds = 30;

/** Whether a person is connected to a process that's alive: a condition on an expression whose value is their id. */
export const isOnline = (person: string): string =>
  `exists (select from online_users online join presence_processes process on process.id = online.process_id
    where online.user_id = ${person} and process.seen_at > now() - interval '${processSeconds} seconds')`;

/** Whether a person is online, as a viewer may see it; null: they don't share that. Both are expressions whose values are ids. */
export const onlineFor = (viewer: string, person: string): string =>
  `case when ${sharesPresenceText(viewer, person)} then ${isOnline(person)} end`;
