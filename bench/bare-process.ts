import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';

/**
 * The baseline for the feed: a bare Fastify handler, pipelined `pg` on four connections, one prepared statement, the JSON built in SQL
 * and sent as text. No session, no log, no headers, no checks. `children.ts` starts it: it takes `{databaseUrl, viewers}` and answers
 * `{port}`.
 */

const statement = {
  name: 'page',
  text: `select '{"posts":[' || coalesce(string_agg(page.item, ','), '') || ']}' as body from (
    select '{"post_id":"' || posts.id || '","content":' || to_json(posts.content)
      || ',"created_at":' || to_json(to_char(posts.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      || ',"user":' || (select '{"username":"' || users.username || '","name":' || coalesce(to_json(users.name)::text, 'null')
          || ',"profile_path":"' || coalesce(users.profile_path, '/profiles/default.png') || '"}' from users where users.id = posts.author_id)
      || ',"stats":{"upvote_count":' || posts.upvote_count || ',"downvote_count":' || posts.downvote_count
      || ',"comment_count":' || posts.comment_count || '},"vote_type":'
      || coalesce((select post_votes.value from post_votes where post_votes.post_id = posts.id and post_votes.user_id = $1), 0)
      || ',"files":' || posts.files::text || ',"viewer":{"can_delete":' || (posts.author_id = $1) || '}}' as item
    from posts where posts.id < $2 order by posts.id desc limit 5) page`,
};

process.once('message', async ({ databaseUrl, viewers }: { databaseUrl: string; viewers: string[] }) => {
  const clients = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString: databaseUrl, pipeline: true });
      await client.connect();
      return client;
    }),
  );
  let next = 0;
  const app = fastify();
  app.get('/v1/posts', async (request, reply) => {
    const { last_id: before = 'ffffffff-ffff-ffff-ffff-ffffffffffff' } = request.query as { last_id?: string };
    next = (next + 1) | 0;
    const client = clients[next & 3] as pg.Client;
    const { rows } = await client.query<{ body: string }>({
      ...statement,
      values: [viewers[next % viewers.length], before],
    });
    reply.header('content-type', 'application/json; charset=utf-8');
    return rows[0]?.body;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
