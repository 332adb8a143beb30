import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import pg from 'pg';
import { Server } from 'socket.io';

/**
 * The baseline for live chat: bare Fastify and bare Socket.IO. No session, no checks, no ordering, no retry: a POST inserts one row,
 * pipelined on four connections, then emits to the room. `chat.ts` starts it: it takes `{databaseUrl}`, null for no insert at all, and
 * answers `{port}`.
 */

const insert = {
  name: 'insert',
  text: 'insert into bench_messages (room, content) values ($1, $2) returning id, created_at',
};

interface Given {
  conversation: string;
  content: string;
  client_id: string;
}

process.once('message', async ({ databaseUrl }: { databaseUrl: string | null }) => {
  const clients: pg.Client[] = [];
  if (databaseUrl !== null) {
    for (let count = 0; count < 4; count += 1) {
      const client = new pg.Client({ connectionString: databaseUrl, pipeline: true });
      await client.connect();
      clients.push(client);
    }
    await clients[0]?.query(
      `create table if not exists bench_messages
       (id bigint generated always as identity primary key, room text not null, content text not null, created_at timestamptz not null default now())`,
    );
  }
  let next = 0;
  let numbers = 0;
  const store = async ({ conversation, content }: Given): Promise<{ id: number; created_at: Date }> => {
    next = (next + 1) | 0;
    const client = clients[next & 3];
    numbers += 1;
    if (!client) return { id: numbers, created_at: new Date() };
    const { rows } = await client.query<{ id: number; created_at: Date }>({
      ...insert,
      values: [conversation, content],
    });
    return rows[0] as { id: number; created_at: Date };
  };

  const app = fastify();
  const io = new Server(app.server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
  io.on('connection', (socket) => {
    socket.on('join', (room: string, acknowledge: (answer: object) => void) => {
      void socket.join(room);
      acknowledge({ ok: true });
    });
  });
  app.post('/messages', async (request, reply) => {
    const given = request.body as Given;
    const { id, created_at } = await store(given);
    const message = {
      _id: String(id).padStart(16, '0'),
      conversation: given.conversation,
      sender: {
        _id: '018bcfe5-6be8-7c81-8e72-8d9d4c2f636f',
        username: 'person_1',
        name: 'Some Person',
        profile_path: '/profiles/default.png',
      },
      message: given.content,
      imageUrl: null,
      image: null,
      createdAt: created_at.toISOString(),
      client_id: given.client_id,
    };
    io.to(given.conversation).emit('receiveMessage', message);
    reply.status(201);
    return { message };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ port: (app.server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
