import { conversation as conversationShape } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';
import { deleteForPerson } from './conversations.queries.ts';

const world = await testWorld();

const { strangers, acquainted, open, write, list, texts } = talkIn(() => world);

describe('POST /v1/conversations', () => {
  test('returns a new conversation, and from then on the same one, whichever of the two asks', async () => {
    const [ada, bob] = await strangers();
    const first = await ada.post('/v1/conversations', { username: bob.user.username });
    expect(first.status).toBe(200);
    const { newConversation } = first.body;
    expect(conversationShape.strict().parse(newConversation)).toEqual({
      _id: newConversation._id,
      members: [
        {
          _id: bob.user_id,
          username: bob.user.username,
          name: bob.user.username,
          profile_path: '/profiles/default.png',
          read_id: '0'.repeat(16),
          online: false,
          mobileNumber: '',
        },
        {
          _id: ada.user_id,
          username: ada.user.username,
          name: 'Ada',
          profile_path: '/profiles/default.png',
          read_id: '0'.repeat(16),
          online: false,
          mobileNumber: '',
        },
      ],
      last_message: null,
      last_message_id: null,
      last_message_at: null,
      last_message_sender: null,
      last_message_has_image: false,
      unread: 0,
      notify: 'all',
      read_id: '0'.repeat(16),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      updated_at: newConversation.created_at,
    });
    expect((await ada.post('/v1/conversations', { username: bob.user.username.toUpperCase() })).body).toEqual(
      first.body,
    );
    expect(await open(bob, ada)).toBe(newConversation._id);
  });

  test('creates one conversation per pair, even in a race', async () => {
    const [ada, bob] = await strangers();
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? open(ada, bob) : open(bob, ada))));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toEqual(expect.any(String));
    const rows = await world.sql('select id from rooms where $1 = any(pair)', [ada.user_id]);
    expect(rows).toEqual([{ id: ids[0] }]);
    expect(await list(ada)).toHaveLength(1);
    expect(await list(bob)).toHaveLength(1);
  });

  test('with yourself is 422; with an unknown, deleted or inactive account 404', async () => {
    const [ada, bob] = await strangers();
    expect((await ada.post('/v1/conversations', { username: ada.user.username })).status).toBe(422);
    expect((await ada.post('/v1/conversations', { username: 'nobody_at_all' })).status).toBe(404);
    await world.sql('update users set activated_at = null where id = $1', [bob.user_id]);
    expect((await ada.post('/v1/conversations', { username: bob.user.username })).status).toBe(404);
    await world.sql('update users set activated_at = now() where id = $1', [bob.user_id]);
    await bob.delete('/v1/users');
    expect((await ada.post('/v1/conversations', { username: bob.user.username })).status).toBe(404);
    expect(await list(ada)).toEqual([]);
  });

  test("without a username is 422, and with one that isn't a string 400", async () => {
    const [ada] = await strangers();
    for (const body of [{}, { username: '' }]) expect((await ada.post('/v1/conversations', body)).status).toBe(422);
    expect((await ada.post('/v1/conversations', { username: 5 })).status).toBe(400);
  });

  test('is visible only to the person who opened it until the first message', async () => {
    const [ada, bob, id] = await acquainted();
    expect((await list(ada)).map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    expect(await list(bob)).toEqual([]);
    expect((await bob.get(`/v1/conversations/${id}`)).status).toBe(404);
    await write(ada, id, 'Hello');
    expect(await list(bob)).toMatchObject([{ _id: id, unread: 1, last_message: 'Hello' }]);
  });
});

describe('GET /v1/conversations', () => {
  test('returns the latest activity first, with a preview and the unread count', async () => {
    const [ada] = await strangers();
    const others: Person[] = [];
    for (let n = 0; n < 4; n += 1) others.push(await world.person(`friend_${ada.user.username}_${n}`));
    const ids: string[] = [];
    for (const other of others) ids.push(await open(ada, other));
    expect((await list(ada)).map(({ _id }: { _id: string }) => _id)).toEqual([...ids].reverse());
    await write(others[1] as Person, ids[1] as string, 'one');
    await write(others[1] as Person, ids[1] as string, 'two');
    await write(ada, ids[0] as string, 'mine');
    const listed = await list(ada);
    expect(listed.map(({ _id }: { _id: string }) => _id)).toEqual([ids[0], ids[1], ids[3], ids[2]]);
    for (const each of listed) conversationShape.strict().parse(each);
    expect(listed[0]).toMatchObject({ last_message: 'mine', last_message_sender: ada.user_id, unread: 0 });
    expect(listed[1]).toMatchObject({
      last_message: 'two',
      last_message_sender: others[1]?.user_id,
      last_message_has_image: false,
      unread: 2,
    });
    expect(listed[1].updated_at).toBe(listed[1].last_message_at);
  });

  test('comes in pages, without gaps or duplicates', async () => {
    const [ada] = await strangers();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await open(ada, await world.person(`page_${ada.user.username}_${n}`)));
    const seen: string[] = [];
    const nexts: (string | null)[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await ada.get(
        `/v1/conversations?size=2${next === '' ? '' : `&before=${encodeURIComponent(next)}`}`,
      );
      seen.push(...body.conversations.map(({ _id }: { _id: string }) => _id));
      next = body.next;
      nexts.push(next);
    }
    expect(nexts).toHaveLength(4);
    expect(seen).toEqual(ids);
    expect((await ada.get('/v1/conversations?size=7')).body.next).toBeNull();
  });

  test('a size other than 1 to 100 and an invalid cursor are 400', async () => {
    const [ada] = await strangers();
    for (const query of ['size=0', 'size=101', 'before=5', 'before=x', `before=${newId()}`]) {
      expect((await ada.get(`/v1/conversations?${query}`)).status, query).toBe(400);
    }
  });

  test('cuts off a long text in the preview', async () => {
    const [ada, bob, id] = await acquainted();
    await write(ada, id, '😀'.repeat(4000));
    expect((await list(bob))[0].last_message).toBe('😀'.repeat(200));
  });
});

describe('GET /v1/conversations/{id}', () => {
  test("returns one of the caller's own, the same as in the list", async () => {
    const [ada, bob, id] = await acquainted();
    await write(ada, id, 'Hello');
    expect((await bob.get(`/v1/conversations/${id}`)).body).toEqual({ conversation: (await list(bob))[0] });
  });

  test("is 404 for other people's conversations, unknown ones and invalid ids", async () => {
    const [, , id] = await acquainted();
    const [eve] = await strangers();
    for (const each of [id, newId(), 'nonsense']) {
      expect((await eve.get(`/v1/conversations/${each}`)).status).toBe(404);
      expect((await eve.get(`/v1/chats/${each}`)).status).toBe(404);
      expect((await eve.post(`/v1/conversations/${each}/read`, { message_id: '0'.repeat(16) })).status).toBe(404);
      expect((await eve.delete(`/v1/conversations/${each}`)).status).toBe(404);
      expect((await write(eve, each, 'Hello')).status).toBe(404);
    }
  });
});

describe('DELETE /v1/conversations/{id}', () => {
  test.each(['/v1/conversations/', '/api/conversation/delete-conversation/'])(
    'by %s removes it for the person who deletes it, and the other keeps it',
    async (path) => {
      const [ada, bob, id] = await acquainted();
      await write(ada, id, 'Hello');
      const answer = await bob.delete(path + id);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
      expect(await list(bob)).toEqual([]);
      expect(await texts(bob, id)).toEqual([]);
      expect((await bob.get(`/v1/conversations/${id}`)).status).toBe(404);
      expect(await list(ada)).toMatchObject([{ _id: id, last_message: 'Hello' }]);
      expect(await texts(ada, id)).toEqual(['Hello']);
      expect((await bob.delete(path + id)).status).toBe(200);
    },
  );

  test('a new message brings it back for both; the person who deleted it sees only what came after', async () => {
    const [ada, bob, id] = await acquainted();
    const before = (await write(ada, id, 'Before')).body.message._id;
    await bob.delete(`/v1/conversations/${id}`);
    const after = (await write(ada, id, 'After')).body.message._id;
    expect(await list(bob)).toMatchObject([{ _id: id, unread: 1, last_message: 'After' }]);
    expect(await texts(bob, id, `?before=${after}`)).toEqual([]);
    expect(await texts(bob, id, `?after=${before}`)).toEqual(['After']);
    expect(await texts(bob, id, `?after=${'0'.repeat(16)}`)).toEqual(['After']);
    expect(await texts(bob, id)).toEqual(['After']);
    expect(await texts(ada, id)).toEqual(['Before', 'After']);
    await write(bob, id, 'Answer');
    expect(await texts(ada, id)).toEqual(['Before', 'After', 'Answer']);
  });

  test('a message that waited for the deletion brings it back', async () => {
    const [ada, bob, id] = await acquainted();
    await write(ada, id, 'before');
    let sent: Promise<{ status: number }> | undefined;
    await world.platform.db.transaction(async (tx) => {
      await deleteForPerson(tx, bob.user_id, id);
      sent = write(ada, id, 'meanwhile');
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await world.sql(waiting)).length, { interval: 5 }).toBeGreaterThan(0);
    });
    expect((await sent)?.status).toBe(201);
    expect(await list(bob)).toMatchObject([{ _id: id, unread: 1, last_message: 'meanwhile' }]);
    expect(await texts(bob, id)).toEqual(['meanwhile']);
  });

  test('opening it again gives the same conversation, empty, in the list of the person who opened it', async () => {
    const [ada, bob, id] = await acquainted();
    await write(ada, id, 'Before');
    await bob.delete(`/v1/conversations/${id}`);
    expect(await open(bob, ada)).toBe(id);
    expect(await list(bob)).toMatchObject([{ _id: id, unread: 0, last_message: null }]);
    expect(await texts(bob, id)).toEqual([]);
    expect((await list(ada))[0].last_message).toBe('Before');
  });

  test('messages that neither of the two can see anymore are removed for good', async () => {
    const [ada, bob, id] = await acquainted();
    for (let n = 0; n < 5; n += 1) await write(ada, id, `Old ${n}`);
    const stored = async () => (await world.sql('select content from messages where room_id = $1', [id])).length;
    await ada.delete(`/v1/conversations/${id}`);
    await world.runJobs();
    expect(await stored()).toBe(5);
    await write(bob, id, 'New');
    await bob.delete(`/v1/conversations/${id}`);
    await world.runJobs();
    expect(await stored()).toBe(1);
    expect(await texts(ada, id)).toEqual(['New']);
    await ada.delete(`/v1/conversations/${id}`);
    await world.runJobs();
    expect(await stored()).toBe(0);
    expect(await open(ada, bob)).toBe(id);
    await write(bob, id, 'Again');
    expect(await texts(ada, id)).toEqual(['Again']);
  });

  test('is removed in steps, and an interrupted removal resumes where it stopped', async () => {
    const [ada, bob, id] = await acquainted();
    const [step] = await world.sql<{ id: string }>(
      `with added as (
         insert into messages (room_id, id, sender_id, created_at, content)
         select $1, nextval('message_ids'), $2, now(), 'Old' from generate_series(1, 2500) returning id
       ),
       known as (update rooms set last_id = (select max(id) from added) where id = $1)
       select id from added order by id offset 1500 limit 1`,
      [id, bob.user_id],
    );
    await world.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
       create trigger refuse before delete on messages for each row when (old.id = ${step?.id}) execute function refuse()`,
    );
    const stored = async () => (await world.sql('select id from messages where room_id = $1', [id])).length;
    await ada.delete(`/v1/conversations/${id}`);
    await bob.delete(`/v1/conversations/${id}`);
    await world.runJobs({ failuresAllowed: true });
    expect(await stored()).toBe(1500);
    await world.sql('drop trigger refuse on messages; drop function refuse()');
    await world.sql('update graphile_worker._private_jobs set run_at = now()');
    await world.runJobs({ failuresAllowed: true });
    expect(await stored()).toBe(0);
  });
});

test('Members and senders always have a name, or else the username; the other member comes first, the caller last', async () => {
  const [ada, bob, id] = await acquainted();
  const socket = await ada.socket();
  const sent = (await write(bob, id, 'Hello')).body.message;
  const names = [bob.user.username, 'Ada'];
  for (const [person, expected] of [
    [ada, names],
    [bob, names.toReversed()],
  ] as const) {
    const other = person === ada ? bob : ada;
    const answers = [
      (await person.post('/v1/conversations', { username: other.user.username })).body.newConversation,
      (await list(person))[0],
      (await person.get(`/v1/conversations/${id}`)).body.conversation,
    ];
    for (const { members } of answers) {
      expect(members.map(({ name }: { name: string }) => name)).toEqual(expected);
      expect(members[0]._id).toBe(other.user_id);
    }
  }
  const [stored] = (await ada.get(`/v1/chats/${id}`)).body.messages;
  for (const { sender } of [sent, stored, await socket.first('receiveMessage')]) expect(sender.name).toBe(names[0]);
});

describe('a deleted account', () => {
  const nobody = { _id: null, username: 'deleted_user', name: 'Deleted User', profile_path: '/profiles/default.png' };

  test('is shown as the deleted user; its messages stay, and no one can write to it', async () => {
    const [ada, bob, id] = await acquainted();
    await write(bob, id, 'I am leaving');
    await bob.delete('/v1/users');
    const [listed] = await list(ada);
    expect(conversationShape.strict().parse(listed)).toMatchObject({
      members: [nobody, { _id: ada.user_id }],
      last_message: 'I am leaving',
      last_message_sender: null,
      unread: 1,
    });
    expect((await ada.get(`/v1/chats/${id}`)).body.messages[0].sender).toEqual(nobody);
    const refused = await write(ada, id, 'Wait');
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatch(/deleted/);
    expect(await texts(ada, id)).toEqual(['I am leaving']);
  });

  test('leaves nothing behind once the other person has deleted the conversation, too', async () => {
    const rows = async (id: string) =>
      await world.sql(
        'select id::text from rooms where id = $1 union all select id::text from messages where room_id = $1',
        [id],
      );
    const [ada, bob, id] = await acquainted();
    await write(bob, id, 'Hello');
    await bob.delete('/v1/users');
    await world.runJobs();
    expect(await rows(id)).toHaveLength(2);
    await ada.delete(`/v1/conversations/${id}`);
    await world.runJobs();
    expect(await rows(id)).toEqual([]);

    const [cyd, dan, other] = await acquainted();
    await write(cyd, other, 'Hello');
    await dan.delete(`/v1/conversations/${other}`);
    await cyd.delete('/v1/users');
    await world.runJobs();
    expect(await rows(other)).toEqual([]);
  });

  test('leaves nothing of a conversation that it had only opened', async () => {
    const [ada, bob, id] = await acquainted();
    await ada.delete('/v1/users');
    await world.runJobs();
    expect(await list(bob)).toEqual([]);
    expect(await world.sql('select id from rooms where id = $1', [id])).toEqual([]);
  });
});
