import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGroupOf } from '#features/conversations/groups.factory.ts';
import { JsonText } from '#platform/database/json.ts';
import { newId } from '#platform/ids.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { discardMessages, readRoom } from './public.ts';
import { openRooms, type Rooms } from './rooms.service.ts';

let world: World;
let ada: Person;
let bob: Person;
let eve: Person;
let rooms: Rooms;
const delivered: { _id: string; conversation: string }[] = [];
const noRoom = { notFound: "There's no such room." };

beforeAll(async () => {
  world = await startWorld();
  [ada, bob, eve] = await Promise.all([world.person('ada', { name: 'Ada' }), world.person('bob'), world.person('eve')]);
  const { realtime } = world.platform;
  /** Records deliveries. */
  const toMembers: typeof realtime.toMembers = (people, room, event, payload, ...about) => {
    if (payload instanceof JsonText) delivered.push(JSON.parse(payload.text));
    realtime.toMembers(people, room, event, payload, ...about);
  };
  rooms = openRooms({ ...world.platform, realtime: { ...realtime, toMembers } }, () => Promise.resolve());
});
afterAll(() => world.close());

const hashOf = (person: Person) => hashToken(person.cookie.slice('hubbub='.length));

const newRoom = (...members: [Person, ...Person[]]): Promise<string> =>
  createGroupOf(world.platform, { memberIds: members.map(({ user_id }) => user_id) as [string, ...string[]] });

const countOf = async (room: string): Promise<number> =>
  (await world.sql('select from messages where room_id = $1', [room])).length;

async function send(person: Person, room: string, content: string, clientId?: string) {
  const fields = { conversation: room, content, ...(clientId === undefined ? {} : { client_id: clientId }) };
  const answer = await rooms.send(
    { tokenHash: hashOf(person), senderId: async () => person.user_id, fields: () => Promise.resolve(fields) },
    noRoom,
  );
  return JSON.parse(answer?.body ?? '{}').message;
}

async function history(person: Person, room: string, page: { size?: number; before?: string; after?: string } = {}) {
  const answer = await readRoom(world.platform, hashOf(person), { roomId: room, size: 100, ...page }, noRoom.notFound);
  return JSON.parse(answer?.body ?? '{}').messages;
}

const deliveredTo = (room: string) => delivered.filter(({ conversation }) => conversation === room);

describe('a message', () => {
  it("is stored as typed, delivered once, and returned in the contract's shape", async () => {
    const room = await newRoom(ada, bob);
    const stored = await send(ada, room, '  two words "here" 😀\n', 'attempt-1');
    expect(messageShape.strict().parse(stored)).toMatchObject({
      conversation: room,
      sender: { _id: ada.user_id, username: 'ada', name: 'Ada', profile_path: '/profiles/default.png' },
      message: '  two words "here" 😀\n',
      imageUrl: null,
      image: null,
      client_id: 'attempt-1',
    });
    expect(deliveredTo(room)).toEqual([stored]);
    expect(await history(bob, room)).toEqual([stored]);
  });

  it("with the same client_id is stored and delivered once, however often it's sent", async () => {
    const room = await newRoom(ada, bob);
    const first = await send(ada, room, 'Hello', 'same');
    expect(await send(ada, room, 'Hello', 'same')).toEqual(first);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada, room, 'Again', 'other')));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    // A client_id belongs to its sender.
    const ofBob = await send(bob, room, 'Hello', 'same');
    expect(ofBob._id > first._id).toBe(true);
    expect(deliveredTo(room)).toHaveLength(3);
    expect(await history(ada, room)).toEqual(deliveredTo(room));
    expect(await countOf(room)).toBe(3);
  });

  it("with the same client_id from two of a person's devices at the same time is stored once", async () => {
    const room = await newRoom(ada, bob);
    const token = await world.platform.sessions.create(world.platform.db.kysely, ada.user_id);
    const phone = { ...ada, cookie: `hubbub=${token}` };
    const answers = await Promise.all([
      send(bob, room, 'Something else'),
      ...Array.from({ length: 10 }, (_, n) => send(n % 2 ? ada : phone, room, 'Hello', 'twice')),
    ]);
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(2);
    expect(deliveredTo(room)).toHaveLength(2);
  });

  it('a message with the same client_id in another room returns the first one, even if both arrive at the same time', async () => {
    const [room, other] = [await newRoom(ada, bob), await newRoom(ada, eve)];
    const first = await send(ada, room, 'Hello', 'one attempt');
    expect(await send(ada, other, 'Hello', 'one attempt')).toEqual(first);
    expect(await countOf(other)).toBe(0);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(ada, n % 2 ? room : other, 'Both', 'both')),
    );
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect((await countOf(room)) + (await countOf(other))).toBe(2);
    await expect(send(eve, room, 'Hello', 'one attempt')).rejects.toMatchObject({ status: 404 });
    const sent = await Promise.allSettled(
      ['forbidden', 'allowed', 'forbidden'].map((which) =>
        send(bob, which === 'allowed' ? room : other, 'Where I may', 'in both'),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it("to other people's room, or to an unknown one, is 404; without a session nothing is stored", async () => {
    const room = await newRoom(ada, bob);
    await expect(send(eve, room, 'Let me in')).rejects.toMatchObject({ status: 404 });
    await expect(send(eve, newId(), 'Anybody?')).rejects.toMatchObject({ status: 404 });
    await expect(send(eve, 'nonsense', 'Anybody?')).rejects.toMatchObject({ status: 404 });
    const fields = () => Promise.resolve({ conversation: room, content: 'Hello' });
    const answer = await rooms.send(
      { tokenHash: hashToken('none'), senderId: async () => ada.user_id, fields },
      noRoom,
    );
    expect(answer).toBeUndefined();
    expect(await history(ada, room)).toEqual([]);
  });

  it("with blank text and no picture is 422; with a character that can't be stored it's 400", async () => {
    const room = await newRoom(ada, bob);
    await expect(send(ada, room, ' \n ')).rejects.toMatchObject({ status: 422 });
    await expect(send(ada, room, 'a\0b')).rejects.toMatchObject({ status: 400 });
    await expect(send(ada, room, 'a', 'b\0')).rejects.toMatchObject({ status: 400 });
  });

  it('of a deleted account stays and shows the deleted user', async () => {
    const cyd = await world.person('cyd');
    const room = await newRoom(ada, cyd);
    await send(cyd, room, 'Goodbye');
    await cyd.delete('/v1/users');
    expect((await history(ada, room))[0].sender).toEqual({
      _id: null,
      username: 'deleted_user',
      name: 'Deleted User',
      profile_path: '/profiles/default.png',
    });
  });
});

describe('a picture', () => {
  const picture = readFileSync(join(import.meta.dirname, '../../../test/fixtures/phone.jpg'));

  async function sendPicture(person: Person, room: string, clientId: string, content = '') {
    const call: Parameters<Rooms['send']>[0] = {
      tokenHash: hashOf(person),
      senderId: async () => person.user_id,
      fields: async (takeFile) => {
        const file = Readable.from([Buffer.from(picture)], { objectMode: false });
        await takeFile({ field: 'image', name: 'phone.jpg', file }, person.user_id);
        return { conversation: room, content, client_id: clientId };
      },
    };
    const answer = await rooms.send(call, noRoom);
    return JSON.parse(answer?.body ?? '{}').message;
  }
  /** The message as it was when it was sent: its picture may have been checked since. */
  const asSent = (message: { image: object | null }) =>
    message.image ? { ...message, image: { ...message.image, placeholder: null } } : message;
  const isKept = async ({ imageUrl }: { imageUrl: string }) =>
    (await world.platform.storage.find(imageUrl.slice(1))) !== undefined;
  const filesOf = async (person: Person) =>
    await world.sql('select attached_at is not null as attached from media_files where owner_id = $1', [
      person.user_id,
    ]);

  it('can be sent with or without text, and gets its placeholder later', async () => {
    const room = await newRoom(ada, bob);
    const stored = await sendPicture(ada, room, 'picture-1');
    expect(messageShape.strict().parse(stored)).toMatchObject({ message: '', image: { placeholder: null } });
    expect(await isKept(stored)).toBe(true);
    expect(deliveredTo(room)).toEqual([stored]);
    await world.runJobs();
    const [later] = await history(bob, room);
    expect(later).toEqual({ ...stored, image: { ...stored.image, placeholder: expect.stringContaining('data:') } });
  });

  it("of a retry or a refused message isn't kept", async () => {
    const dan = await world.person('dan');
    const room = await newRoom(dan);
    const stored = await sendPicture(dan, room, 'once', 'Look');
    expect(asSent(await sendPicture(dan, room, 'once', 'Look'))).toEqual(stored);
    expect(await filesOf(dan)).toEqual([{ attached: true }]);
    await expect(sendPicture(eve, room, 'let-me-in')).rejects.toMatchObject({ status: 404 });
    expect(await filesOf(eve)).toEqual([]);
    expect(deliveredTo(room)).toHaveLength(1);
  });

  it('keeps its order among messages sent at the same time', async () => {
    const room = await newRoom(ada, bob);
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 10 === 5 ? sendPicture(ada, room, `p-${n}`) : send(bob, room, `Number ${n}`),
      ),
    );
    const ids = deliveredTo(room).map(({ _id }) => _id);
    expect(ids).toEqual([...ids].sort());
    expect((await history(ada, room)).map(asSent)).toEqual(deliveredTo(room));
  });

  it('is deleted when its messages are discarded', async () => {
    const room = await newRoom(ada, bob);
    const [first, second] = [await sendPicture(ada, room, 'first'), await sendPicture(ada, room, 'second')];
    await world.platform.db.transaction((tx) => discardMessages(world.platform, tx, room, Number(first._id)));
    await world.runJobs();
    expect((await history(ada, room)).map(({ _id }: { _id: string }) => _id)).toEqual([second._id]);
    expect([await isKept(first), await isKept(second)]).toEqual([false, true]);
  });
});

describe('many simultaneous messages', () => {
  it('to several rooms, some refused, each get the right answer and are delivered in id order', async () => {
    const [one, two] = [await newRoom(ada, bob), await newRoom(bob)];
    const sent = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) => send(n % 3 ? ada : bob, n % 2 ? one : two, `Number ${n}`, `n-${n}`)),
    );
    for (const [n, result] of sent.entries()) {
      const isAllowed = n % 2 === 1 || n % 3 === 0;
      expect(result.status).toBe(isAllowed ? 'fulfilled' : 'rejected');
      if (result.status === 'fulfilled') expect(result.value.message).toBe(`Number ${n}`);
    }
    for (const room of [one, two]) {
      const ids = deliveredTo(room).map(({ _id }) => _id);
      expect(ids).toEqual([...ids].sort());
      expect(await countOf(room)).toBe(ids.length);
      expect(await world.sql('select last_id from rooms where id = $1', [room])).toEqual([
        { last_id: Number(ids.at(-1)) },
      ]);
    }
  });
});

describe('catching up after a message', () => {
  it('leaves no gap for a client that keeps asking, while two servers store at the same time', async () => {
    const room = await newRoom(ada, bob);
    const other = openRooms(world.platform, () => Promise.resolve());
    const tokenHash = hashOf(bob);
    let left = 200;
    const sending = Promise.all(
      Array.from({ length: left }, async (_, n) => {
        const fields = { conversation: room, content: `Number ${n}` };
        await (n % 2 ? other : rooms).send(
          { tokenHash, senderId: async () => bob.user_id, fields: () => Promise.resolve(fields) },
          noRoom,
        );
        left -= 1;
      }),
    );
    const seen: string[] = [];
    for (let isLast = false; !isLast; ) {
      isLast = left === 0;
      const page = await history(ada, room, { size: 7, after: seen.at(-1) ?? '0'.repeat(16) });
      seen.push(...page.map(({ _id }: { _id: string }) => _id));
      if (page.length > 0) isLast = false;
    }
    await sending;
    expect(seen).toHaveLength(200);
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(await countOf(room)).toBe(200);
  });
});

describe("a room's history", () => {
  it('returns the newest messages, oldest first; before and after return the ones next to a message', async () => {
    const room = await newRoom(ada, bob);
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push((await send(ada, room, `Number ${n}`))._id);
    const idsOf = async (page: Parameters<typeof history>[2]) =>
      (await history(bob, room, page)).map(({ _id }: { _id: string }) => ids.indexOf(_id));
    expect(await idsOf({})).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await idsOf({ size: 3 })).toEqual([4, 5, 6]);
    expect(await idsOf({ size: 3, before: ids[4] as string })).toEqual([1, 2, 3]);
    expect(await idsOf({ size: 3, after: ids[2] as string })).toEqual([3, 4, 5]);
    expect(await idsOf({ after: ids[6] as string })).toEqual([]);
    expect(await idsOf({ before: ids[0] as string })).toEqual([]);
    await world.sql('update room_members set since_id = $2 where room_id = $1', [room, Number(ids[4])]);
    expect(await idsOf({})).toEqual([5, 6]);
    expect(await idsOf({ after: ids[1] as string })).toEqual([5, 6]);
    expect(await idsOf({ before: ids[6] as string })).toEqual([5]);
  });

  it('is 404 for someone who may not read it, and 400 for an invalid id', async () => {
    const room = await newRoom(ada);
    await expect(history(bob, room)).rejects.toMatchObject({ status: 404 });
    await expect(history(ada, 'nonsense')).rejects.toMatchObject({ status: 404 });
    await expect(history(ada, room, { before: 'x' })).rejects.toMatchObject({ status: 400 });
    await expect(history(ada, room, { before: '0'.repeat(16), after: '0'.repeat(16) })).rejects.toMatchObject({
      status: 400,
    });
    expect(await readRoom(world.platform, hashToken('none'), { roomId: room, size: 10 }, '')).toBeUndefined();
  });
});
