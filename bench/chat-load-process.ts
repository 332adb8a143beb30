import { type ChatAnswer, type ChatCommand, type ChatRoom, type ChatSetup, mark } from './chat.ts';
import { type ChatSocket, get, openChatSocket, postJson } from './chat-client.ts';
import { type Measured, summarise } from './measure.ts';

/** `chat.ts` starts it: it takes a ChatSetup, then commands, and answers each. */

let setup: ChatSetup;
let rooms: { room: ChatRoom; sockets: ChatSocket[] }[] = [];

/** Opens sockets, a few at a time. */
async function open(given: ChatSetup): Promise<void> {
  setup = given;
  rooms = given.rooms.map((room) => ({ room, sockets: [] }));
  const waiting = rooms.flatMap((entry) => entry.room.cookies.map((cookie) => ({ entry, cookie })));
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { entry, cookie } = next;
      const socket = await openChatSocket({ url: given.url, cookie, keepText: given.keepText });
      entry.sockets.push(socket);
      if (entry.room.join) await socket.send(entry.room.join.event, entry.room.join.payload);
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}

/** Milliseconds after which what hasn't arrived is lost. */
const mostWaiting = 30_000;

let attempts = 0;

function post(room: ChatRoom, content: string, sender = 0): Promise<void> {
  attempts += 1;
  const body = { conversation: room.id, content, client_id: `${process.pid}-${performance.timeOrigin}-${attempts}` };
  return postJson(setup.url, setup.path, room.cookies[sender] ?? '', JSON.stringify(body));
}

/** One message after another to the first room: the time from its POST until the last socket has it. */
async function oneByOne(count: number): Promise<Measured> {
  const [first] = rooms;
  if (!first) throw new Error('There is no room.');
  const { room, sockets } = first;
  const times: number[] = [];
  const began = performance.now();
  for (let number = 0; number < count; number += 1) {
    let left = sockets.length;
    const started = performance.now();
    const arrived = new Promise<number>((resolve, reject) => {
      const lost = () => reject(new Error(`${left} of ${sockets.length} sockets didn't get a message.`));
      const giveUp = setTimeout(lost, mostWaiting);
      for (const socket of sockets) {
        socket.onMessages = (messages) => {
          left -= messages;
          if (left > 0) return;
          clearTimeout(giveUp);
          resolve(performance.now());
        };
      }
    });
    const [end] = await Promise.all([arrived, post(room, `${setup.text} ${number}`)]);
    times.push(end - started);
  }
  for (const socket of sockets) socket.onMessages = undefined;
  return summarise(times, (performance.now() - began) / 1000, 0);
}

/** As many messages to the first room as possible, a few POSTs at a time: what all sockets together receive per second. */
async function flood(inFlight: number, seconds: number): Promise<Measured> {
  const [first] = rooms;
  if (!first) throw new Error('There is no room.');
  const { room, sockets } = first;
  const total = () => sockets.reduce((sum, socket) => sum + socket.received, 0);
  const start = total();
  const warm = 1000;
  const end = performance.now() + warm + seconds * 1000;
  let number = 0;
  let failed = 0;
  const worker = async () => {
    while (performance.now() < end) {
      number += 1;
      await post(room, `${setup.text} ${number}`, number % room.cookies.length).catch(() => {
        failed += 1;
      });
    }
  };
  const workers = Promise.all(Array.from({ length: inFlight }, worker));
  await new Promise((resolve) => setTimeout(resolve, warm));
  const [before, began] = [total(), performance.now()];
  await workers;
  const perSecond = (total() - before) / ((performance.now() - began) / 1000);
  await settle(total);
  const isWhole = total() - start === (number - failed) * sockets.length;
  return { ...summarise([], 1, failed + (isWhole ? 0 : 1)), perSecond, count: number };
}

/** Waits until nothing more arrives, but not without end. */
async function settle(total: () => number): Promise<void> {
  const end = performance.now() + mostWaiting;
  for (let before = -1; before !== total() && performance.now() < end; ) {
    before = total();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/**
 * Messages at a fixed rate, regardless of how earlier ones fare, to all rooms in turn, each from the socket's person in turn: the time
 * from when one was due until every socket in its room has it.
 */
async function steady(perSecond: number, seconds: number): Promise<Measured> {
  const times: number[] = [];
  const due = new Map<number, { at: number; left: number }>();
  let failed = 0;
  for (const { sockets } of rooms) {
    for (const socket of sockets) {
      socket.onMessages = (_count, bytes) => {
        const now = performance.now();
        for (const number of mark.allIn(bytes?.toString('latin1') ?? '')) {
          const one = due.get(number);
          if (!one) continue;
          one.left -= 1;
          if (one.left > 0) continue;
          due.delete(number);
          times.push(now - one.at);
        }
      };
    }
  }
  const total = Math.round(perSecond * seconds);
  const began = performance.now();
  let next = 0;
  await new Promise<void>((resolve) => {
    const step = () => {
      const elapsed = performance.now() - began;
      for (; next < total && (next * 1000) / perSecond <= elapsed; next += 1) {
        const number = next;
        const entry = rooms[number % rooms.length];
        if (!entry) continue;
        due.set(number, { at: began + (number * 1000) / perSecond, left: entry.sockets.length });
        const sender = Math.floor(number / rooms.length) % entry.room.cookies.length;
        post(entry.room, `${setup.text} ${mark.of(number)}`, sender).catch(() => {
          due.delete(number);
          failed += 1;
        });
      }
      if (next < total) setTimeout(step, 1);
      else resolve();
    };
    step();
  });
  // Anything that hasn't arrived five seconds after the last one was due is lost.
  for (let waited = 0; due.size > 0 && waited < 5000; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
  for (const { sockets } of rooms) for (const socket of sockets) socket.onMessages = undefined;
  return summarise(times, (performance.now() - began) / 1000, failed + due.size);
}

/** Each socket is a page that shows Home and asks what's newer. */
async function home(path: string, seconds: number): Promise<Measured> {
  const times: number[] = [];
  const asking: Promise<unknown>[] = [];
  let heard = 0;
  let failed = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  for (const { room, sockets } of rooms) {
    for (const [index, socket] of sockets.entries()) {
      let isWaiting = false;
      const ask = () => {
        isWaiting = false;
        const started = performance.now();
        if (started > end) return;
        const asked = get(setup.url, path, room.cookies[index] ?? '').then(
          () => times.push(performance.now() - started),
          () => (failed += 1),
        );
        asking.push(asked);
      };
      socket.onFeedChanged = (within) => {
        heard += 1;
        if (isWaiting) return;
        isWaiting = true;
        setTimeout(ask, Math.random() * within * 1000);
      };
    }
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  for (const { sockets } of rooms) for (const socket of sockets) socket.onFeedChanged = undefined;
  // What's measured next mustn't wait for answers to these.
  await Promise.all(asking);
  return { ...summarise(times, (performance.now() - began) / 1000, failed), count: heard };
}

async function run(command: ChatCommand): Promise<ChatAnswer> {
  switch (command.what) {
    case 'open':
      await open(command.setup);
      return {};
    case 'one-by-one':
      return { measured: await oneByOne(command.count) };
    case 'flood':
      return { measured: await flood(command.inFlight, command.seconds) };
    case 'steady':
      return { measured: await steady(command.perSecond, command.seconds) };
    case 'home':
      return { measured: await home(command.path, command.seconds) };
  }
}

process.on('message', (command: ChatCommand) => {
  run(command).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) } satisfies ChatAnswer),
  );
});
process.on('disconnect', () => process.exit(0));
