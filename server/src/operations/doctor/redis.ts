import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { messageOf } from './message.ts';

/** Every version from this one on has the stream commands that the adapter needs (XADD with MINID, XRANGE). */
const oldestMajor = 6;

const needsNoDisk =
  "Turn its persistence off (save '' and appendonly no), because Hubbub keeps nothing lasting in it, or free some space on its disk.";

/** Connects, logs in, and tries what the server will use: a stream and a counter that expires. */
export async function examineRedis({ redisUrl, processes, role }: Config): Promise<Finding[]> {
  const { ok, off, warning, failed } = findingsAbout('redis');
  if (redisUrl === undefined) {
    return role === 'all' && processes === 1
      ? [off("REDIS_URL isn't set, which is right for a single machine.")]
      : [
          warning(
            "REDIS_URL isn't set, so live events stay on this machine.",
            'Set it in every process if there is more than one machine.',
          ),
        ];
  }
  const url = new URL(redisUrl);
  let link: Link;
  try {
    link = await open(url);
  } catch (error) {
    return [
      failed(
        `${url.host} can't be reached (${messageOf(error)}).`,
        'Start Redis or Valkey there, open the port, or correct REDIS_URL; rediss:// is for TLS.',
      ),
    ];
  }
  const name = `hubbub:doctor:${process.pid}`;
  try {
    const password = decodeURIComponent(url.password);
    if (password) await link.ask('AUTH', ...(url.username ? [decodeURIComponent(url.username)] : []), password);
    const database = url.pathname.slice(1);
    if (database) await link.ask('SELECT', database);
    const info = await link.ask('INFO', 'server');
    const version = /(?:valkey|redis)_version:(\S+)/.exec(info)?.[1] ?? 'unknown';
    await link.ask('XADD', name, 'MAXLEN', '10', '*', 'from', 'doctor');
    await link.ask('DEL', name);
    if (Number.parseInt(version, 10) < oldestMajor) {
      return [failed(`It is version ${version}.`, `Install version ${oldestMajor} or newer.`)];
    }
    const memory = await link.ask('INFO', 'memory');
    const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1];
    const limit = Number(/maxmemory:(\d+)/.exec(memory)?.[1] ?? 0);
    if (limit > 0 && !policy?.startsWith('allkeys-')) {
      // The live event stream has no time to live, so eviction policies for keys that have one can't drop it.
      return [
        warning(
          `Version ${version} works, but with the policy ${policy} it refuses writes once its ${Math.round(limit / 1024 / 1024)} MB are full.`,
          'Set maxmemory-policy to allkeys-lru: nothing in it is worth keeping.',
        ),
      ];
    }
    const persistence = await link.ask('INFO', 'persistence');
    if (/rdb_last_bgsave_status:err|aof_last_write_status:err/.test(persistence)) {
      return [warning(`Version ${version} works, but couldn't save its data to disk.`, needsNoDisk)];
    }
    return [ok(`Version ${version} at ${url.host} accepts the server's writes.`)];
  } catch (error) {
    const words = messageOf(error);
    if (/NOAUTH|WRONGPASS|invalid (username|password)|AUTH/i.test(words)) {
      return [failed(`It refuses this user (${words}).`, 'Correct the user and password in REDIS_URL.')];
    }
    if (/MISCONF/.test(words)) {
      return [failed("It refuses writes because it can't save its data to disk.", needsNoDisk)];
    }
    if (/OOM/.test(words)) {
      return [
        failed(
          'It refuses writes because its memory is full.',
          'Set maxmemory-policy to allkeys-lru, or raise maxmemory: nothing in it is worth keeping.',
        ),
      ];
    }
    if (/READONLY/.test(words)) {
      return [failed("It's a replica and refuses writes.", "Set REDIS_URL to the primary's address.")];
    }
    return [failed(`It refuses commands the server needs (${words}).`, 'Allow this user all commands on all keys.')];
  } finally {
    link.close();
  }
}

interface Link {
  /** Sends a command and returns the answer as text. @throws the server's error */
  ask(...command: string[]): Promise<string>;
  close(): void;
}

/** The Redis protocol (RESP 2), or as much of it as these few answers need. */
async function open(url: URL): Promise<Link> {
  const place = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 6379) };
  const socket: Socket =
    url.protocol === 'rediss:' ? connectTls({ ...place, servername: place.host }) : connectTcp(place);
  socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));
  let text = '';
  let failure: Error | undefined;
  let waiting: { resolve(answer: string): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    failure = error;
    waiting?.reject(error);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(failure ?? new Error('the connection was closed')));
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const answer = readAnswer(text);
    if (!answer || !waiting) return;
    text = '';
    if (answer.startsWith('-')) waiting.reject(new Error(answer.slice(1).trim()));
    else waiting.resolve(answer);
  });
  await new Promise<void>((resolve, reject) => {
    waiting = { resolve: () => resolve(), reject };
    socket.once(url.protocol === 'rediss:' ? 'secureConnect' : 'connect', () => resolve());
  });
  return {
    ask: (...command) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting = { resolve, reject };
        const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
        socket.write(`*${command.length}\r\n${parts.join('')}`);
      }),
    close: () => socket.destroy(),
  };
}

/** A complete answer; undefined while part of it is missing. */
function readAnswer(text: string): string | undefined {
  const end = text.indexOf('\r\n');
  if (end < 0) return undefined;
  if (text[0] !== '$') return text.slice(0, end);
  const length = Number(text.slice(1, end));
  if (length < 0) return '';
  return text.length >= end + 4 + length ? text.slice(end + 2, end + 2 + length) : undefined;
}
