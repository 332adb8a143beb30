/**
 * The benchmark's data set: people, posts with 1.5 files each, 5 votes and 2 comments per post; generated in SQL, always the same.
 * Person n has the session token `sessionTokenOf(n)`, n from 1. The first person wrote about 20,000 of the posts.
 */
export interface SeedSize {
  people: number;
  posts: number;
}

/** Issue-sized: 1.5M files, 5M votes, 2M comments. */
export const fullSize: SeedSize = { people: 100_000, posts: 1_000_000 };

/** The value of the session cookie. */
export const sessionTokenOf = (person: number): string => `bench-${person}`;

const ids = `
  create or replace function pg_temp.id(ms bigint, n bigint) returns uuid language sql immutable as
  $$ select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid $$;
  create or replace function pg_temp.person(n bigint) returns uuid language sql immutable as
  $$ select pg_temp.id(1700000000000 + n * 1000, n) $$;
  create or replace function pg_temp.post(n bigint) returns uuid language sql immutable as
  $$ select pg_temp.id(1710000000000 + n * 10000, n + 10000000) $$;
  create or replace function pg_temp.medium(post bigint, place bigint) returns uuid language sql immutable as
  $$ select pg_temp.id(1710000000000 + post * 10000 - 100 + place, post * 10 + place + 100000000) $$`;

const syllables = `array['ma','li','jo','an','ka','be','ro','sa','ni','ta','el','vi','da','mi','lu','ra','so','pe','ha','le','na','te','ga','ri']`;
const syllable = (n: string) => `(${syllables})[1 + (${n}) % 24]`;

const latin = `initcap(${syllable('n * n % 1009')} || ${syllable('n * 7 % 509')} || ${syllable('n % 5')}) || ' ' ||
  initcap(${syllable('n * 13 % 211')} || ${syllable('n * n * 3 % 1511')} || 'son')`;

const families = `array['王','李','张','刘','陈','杨','黄','赵','周','吴','山田','山本','佐藤','高橋','中村','김','이','박']`;
const given = `array['伟','芳','娜','敏','静','丽','强','磊','军','洋','勇','艳','杰','娟','涛','明','超','霞','平','刚','花','子','太','郎']`;
const dense = `(${families})[1 + (n * 7 % 1013) % 18] || (${given})[1 + (n * n % 2003) % 24] || (${given})[1 + (n * 11 % 701) % 24]`;

/** One in eight has the same first word, as if an administrator had created the accounts. */
const username = `case when n % 8 = 0 then 'member' else ${syllable('n * n % 1009')} || ${syllable('n * 7 % 509')} end || '_' || n`;

/** One in ten has accents, one in twenty uses a script without spaces. */
const name = `case when n % 20 = 7 then ${dense} when n % 10 = 3 then translate(${latin}, 'aeoiu', 'áéöîü') else ${latin} end`;

/** The contract's `files[]`, for one file of post n at a position from 1. */
const file = `json_build_object('file_id', pg_temp.medium(n, place), 'path', '/' || md5('f' || n || '-' || place) || '.jpg',
  'type', 'image/jpeg', 'is_nsfw', false, 'state', 'ready', 'width', 1920, 'height', 1080, 'duration', null,
  'placeholder', 'data:image/webp;base64,' || substr(repeat(md5(n || '-' || place), 6), 1, 160), 'poster', null,
  'variants', json_build_array(
    json_build_object('path', '/' || md5('f' || n || '-' || place) || '-640.webp', 'width', 640, 'type', 'image/webp'),
    json_build_object('path', '/' || md5('f' || n || '-' || place) || '-1280.webp', 'width', 1280, 'type', 'image/webp')))`;

/**
 * The statements, in order, to run on one superuser connection to a migrated, empty database. To save time, foreign keys aren't checked
 * row by row: the inserted rows satisfy them.
 */
export function seedStatements({ people, posts }: SeedSize): string[] {
  const everyNth = Math.max(2, Math.floor(posts / 20_000));
  const author = `pg_temp.person(case when n % ${everyNth} = 0 then 1 else 1 + (n * 7919) % ${people} end)`;
  return [
    'set synchronous_commit = off',
    'set session_replication_role = replica',
    ids,
    // Non-unique indexes are rebuilt at the end, which takes a tenth of the time.
    `create temp table later as select indexdef from pg_indexes
     where schemaname = 'public' and tablename in ('users', 'posts', 'post_votes', 'comments', 'media_files')
       and indexdef not like 'CREATE UNIQUE%'`,
    `do $$ declare name text; begin
       for name in select substring(indexdef from 'INDEX (\\S+) ON') from later loop execute 'drop index ' || name; end loop;
     end $$`,
    `insert into users (id, username, email, password_hash, name, bio, activated_at, created_at)
     select pg_temp.person(n), ${username}, 'person_' || n || '@example.org', 'none', ${name}, 'Number ' || n || ' of many.',
       now(), now() from generate_series(1::bigint, ${people}) n`,
    `insert into sessions (token_hash, user_id, expires_at)
     select sha256(convert_to('bench-' || n, 'UTF8')), pg_temp.person(n), now() + interval '1 year'
     from generate_series(1::bigint, ${people}) n`,
    `insert into posts (id, author_id, created_at, upvote_count, downvote_count, comment_count, content, files)
     select pg_temp.post(n), ${author}, to_timestamp(1710000000 + n * 10), 4, 1, 2,
       'Post number ' || n || '. ' || repeat('A walk along the river with the dog and some "friends". ', 1 + (n % 4)::int),
       case when n % 4 = 0 then '[]'
         else '[' || (select string_agg(${file}::text, ',' order by place) from generate_series(1, n % 4) place) || ']' end::json
     from generate_series(1::bigint, ${posts}) n`,
    'insert into post_counts (user_id, post_count) select author_id, count(*) from posts group by author_id',
    `insert into media_files (id, owner_id, purpose, path, type, bytes, width, height, is_nsfw, state, attached_at)
     select pg_temp.medium(n, place), ${author}, 'post', '/' || md5('f' || n || '-' || place) || '.jpg', 'image/jpeg', 200000,
       1920, 1080, false, 'ready', now()
     from generate_series(1::bigint, ${posts}) n, generate_series(1, n % 4) place`,
    `insert into post_media (post_id, position, media_id)
     select pg_temp.post(n), place - 1, pg_temp.medium(n, place)
     from generate_series(1::bigint, ${posts}) n, generate_series(1, n % 4) place`,
    `insert into post_votes (post_id, user_id, value)
     select pg_temp.post(n), pg_temp.person(1 + (n * 31 + k * 7817) % ${people}), case when (n + k) % 5 = 0 then -1 else 1 end
     from generate_series(1::bigint, ${posts}) n, generate_series(1, 5) k`,
    `insert into comments (id, post_id, author_id, created_at, content)
     select pg_temp.id(1710000000000 + n * 10000 + k * 1000, n * 10 + k + 900000000), pg_temp.post(n),
       pg_temp.person(1 + (n * 17 + k * 6007) % ${people}), to_timestamp(1710000000 + n * 10 + k), 'Comment ' || k || ' on ' || n
     from generate_series(1::bigint, ${posts}) n, generate_series(1, 2) k`,
    `do $$ declare definition text; begin
       for definition in select indexdef from later loop execute definition; end loop;
     end $$`,
    'set session_replication_role = origin',
    'vacuum analyze',
  ];
}
