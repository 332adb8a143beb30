import { type ArchivePart, archivedAccount, archiveParts } from '@hubbub/contract/features/archives/archives.shapes.ts';
import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

/*
 * An export contains all of a person's data. So every table that can refer to people is listed here, with its parts or
 * with the reason why it's in none.
 */
const world = await testWorld();

/** Id columns that never refer to a person. Any other column may. */
const ofThings = [
  'about_id',
  'announcement_id',
  'attachment_ids',
  'channel_id',
  'comment_id',
  'community_id',
  'conversation_id',
  'decision_id',
  'group_id',
  'id',
  'invite_id',
  'key',
  'media_id',
  'parent_id',
  'peer_id',
  'post_id',
  'process_id',
  'quote_id',
  'reply_to',
  'report_id',
  'role_id',
  'roles',
  'room_id',
  'thing',
  'before_thing',
];

const secret = 'It lets somebody in, for a while.';
const mailed = 'It holds a link for a few days, and the address that it was mailed to.';
const counted = 'It counts what other tables hold.';
const shared = "It's of everybody in it. The messages somebody sent say where.";
const passing = "It's only there while people are connected.";

/** The parts that contain each table that can refer to people, or why none does. */
const tables: Record<string, readonly ArchivePart[] | string> = {
  activation_tokens: secret,
  announcement_dismissals: 'It says which announcement is hidden on the screen.',
  answered_writes: 'It says for a week what was answered, so that nothing is done twice.',
  appeals: ['decisions'],
  audit_log: "It's the site's: what its team did.",
  away_accounts: 'Whoever is away can have nothing exported.',
  away_files: 'Whoever is away can have nothing exported.',
  bookmarks: ['bookmarks'],
  comment_reactions: ['reactions'],
  comments: ['comments'],
  community_bans: ['decisions', 'notifications'],
  community_members: ['communities'],
  call_people: passing,
  calls: "It's how a call is going; what became of it is in a message.",
  community_post_counts: counted,
  community_role_holders: ['communities'],
  decisions: ['decisions'],
  device_codes: secret,
  disown_tokens: secret,
  email_changes: mailed,
  email_undos: mailed,
  exports: "It's the export itself.",
  follow_counts: counted,
  follows: ['people'],
  former_names: ['former_usernames'],
  imports: 'It says how far an import has come, and goes with the next one.',
  invited_people: 'It says whose invite somebody came by, which is the business of both.',
  invites: ['invites'],
  known_devices: ['known_browsers'],
  last_seen: ['sessions', 'security_log'],
  login_links: secret,
  media_files: ['media'],
  media_usage: counted,
  meeting_peers: passing,
  message_bookmarks: ['bookmarks'],
  message_mentions: "It finds others' messages.",
  message_reactions: ['reactions'],
  messages: ['messages'],
  newcomer_contacts: counted,
  notification_settings: ['settings'],
  notifications: ['notifications'],
  one_time_codes: secret,
  online_users: passing,
  passkeys: ['passkeys'],
  post_counts: counted,
  post_poll_answers: ['poll_answers'],
  post_votes: ['votes'],
  person_exports: "It's what an admin downloads of somebody. Notifications say so.",
  posts: ['posts'],
  presence_changes: passing,
  privacy: ['settings'],
  push_subscriptions: ['push_devices'],
  pushed_things: 'It says what a device shows at the moment.',
  recovery_codes: secret,
  relations: ['people'],
  report_viewers: passing,
  report_voices: ['reports'],
  reports: ['reports'],
  reset_tokens: secret,
  return_tokens: secret,
  room_members: ['chat_notifications'],
  rooms: shared,
  scheduled_posts: ['scheduled_posts'],
  second_factor_notices: 'It says by when somebody of the team needs a second factor.',
  security_log: ['security_log'],
  security_refusals: 'It counts attempts of strangers, for those who run the site.',
  sessions: ['sessions'],
  site_findings: "It's about the site, and names nobody.",
  totp: secret,
  untold_reactions: "They're in `reactions`; here for a moment, until their receivers are told.",
  upload_pieces: passing,
  uploads: passing,
  users: ['account'],
};

/** Why some columns of an account aren't in its part. */
const leftOut: Record<string, string> = {
  id: 'It says nothing of the person.',
  password_hash: 'It would let somebody guess the password.',
  profile_path: "It's where the server keeps the picture, which the part names as `picture`.",
  approval_requested_at: 'Whoever still waits can have nothing exported.',
  approval_reason: 'Whoever still waits can have nothing exported.',
  suspended_by: 'It says who decided.',
  suspended_until: 'Decisions have it.',
  suspended_text: 'Decisions have it.',
  is_awaited: "Whoever hasn't logged in yet can have nothing exported.",
};

async function tablesOfPeople(): Promise<string[]> {
  const rows = await world.sql<{ name: string }>(
    `select distinct tables.relname::text as name
     from pg_class tables join pg_attribute columns on columns.attrelid = tables.oid
     where tables.relnamespace = 'public'::regnamespace and tables.relkind in ('r', 'p')
       and columns.attnum > 0 and not columns.attisdropped
       and (
         (tables.relname = 'users' and columns.attname = 'id')
         or columns.atttypid in ('json'::regtype, 'jsonb'::regtype)
         or (columns.atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and columns.attname <> all($1))
         or exists (select from pg_constraint refers where refers.contype = 'f' and refers.conrelid = tables.oid
           and refers.confrelid = 'users'::regclass and columns.attnum = any(refers.conkey))
       )
     order by 1`,
    [ofThings],
  );
  return rows.map(({ name }) => name);
}

test('every table that can refer to people is in an export or listed with a reason', async () => {
  expect(await tablesOfPeople()).toEqual(Object.keys(tables).sort());
});

test('every part of an export comes from such tables', () => {
  const named = new Set(Object.values(tables).flatMap((parts) => (typeof parts === 'string' ? [] : parts)));
  expect([...named].sort()).toEqual(Object.keys(archiveParts).sort());
});

test('every column of an account is in its part or listed with a reason', async () => {
  const columns = await world.sql<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = 'users'::regclass and attnum > 0 and not attisdropped order by 1`,
  );
  const shown = Object.keys(archivedAccount.shape).filter((name) => name !== 'picture');
  expect(columns.map(({ name }) => name)).toEqual([...shown, ...Object.keys(leftOut)].sort());
});

test('a new table with a person in it is noticed, by its reference or by its column', async () => {
  const before = await tablesOfPeople();
  await world.sql('create table zz_by_reference (id uuid references users (id))');
  await world.sql('create table zz_by_column (given_by uuid)');
  await world.sql('create table zz_of_things (post_id uuid)');
  expect((await tablesOfPeople()).filter((name) => !before.includes(name))).toEqual([
    'zz_by_column',
    'zz_by_reference',
  ]);
});
