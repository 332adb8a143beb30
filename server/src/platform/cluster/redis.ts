import { setTimeout as sleep } from 'node:timers/promises';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { type Command, Redis, type RedisOptions } from 'ioredis';
import type { Log } from '#platform/logging/logging.ts';
import type { Transport } from './transport.ts';

/** Milliseconds between attempts to reach Redis. */
const retryMs = 500;

/** Milliseconds between checks whether Redis answers: with the timeout below, the end of a session is noticed within a second. */
const probeMs = 300;

/** Milliseconds a request waits for Redis before it continues without it. */
const commandTimeoutMs = 250;

/** Milliseconds of complete silence after which connections are reopened: the network may have dropped them silently. */
const maxSilenceMs = 10_000;

const common = {
  protocol: 2 as const,
  retryStrategy: () => retryMs,
  connectTimeout: 2_000,
  keepAlive: 10_000,
} satisfies RedisOptions;

/** The client that Socket.IO's adapter uses. Its commands may fail silently, and its connections are ours to close. */
class AdapterClient extends Redis {
  /** This client and all duplicates the adapter has made of it. */
  readonly clients: AdapterClient[];
  readonly #url: string;

  constructor(url: string, clients: AdapterClient[] = []) {
    super(url, { ...common, connectionName: 'hubbub-events', maxRetriesPerRequest: null });
    this.#url = url;
    this.clients = clients;
    clients.push(this);
  }

  /** Called by the adapter, which needs no other settings. */
  override duplicate(): never {
    return new AdapterClient(this.#url, this.clients) as never;
  }

  override sendCommand(...given: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...given);
    if (!(answer instanceof Promise)) return answer;
    const { name, args } = given[0] as Command;
    // The adapter retries immediately whatever the answer was, so a refused command would be retried forever.
    if (name === 'xread') {
      const later = answer.catch((error) => sleep(retryMs).then(() => Promise.reject(error)));
      // The client resends a command through this same method after losing a connection, and then no one handles the result.
      later.catch(() => undefined);
      return later;
    }
    answer.catch(() => {
      // The client drops commands waiting for a connection that's refused (for its password, say), and the adapter only asks once.
      if (name === 'subscribe') this.once('ready', () => void this.subscribe(...(args as string[])));
    });
    return answer;
  }
}

/** The client for short commands. The first one to time out reports it for all the others. */
class CommandClient extends Redis {
  readonly #onSilence: () => void;

  constructor(url: string, onSilence: () => void) {
    super(url, {
      ...common,
      connectionName: 'hubbub-limits',
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: commandTimeoutMs,
    });
    this.#onSilence = onSilence;
  }

  override sendCommand(...given: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...given);
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === 'Command timed out') this.#onSilence();
      });
    }
    return answer;
  }
}

/** Redis errors that mean a setting is wrong, so waiting won't help. */
const refusal = /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password|ERR .*AUTH)/;

/** A process's connections to Redis. */
export interface RedisLink {
  transport: Transport;
  /** For short commands, which fail right away while Redis is unreachable. */
  commands: Redis;
  /** Whether commands are being answered right now. */
  isAnswering(): boolean;
  close(): void;
}

const isAnswered = (commands: Redis) =>
  commands.ping().then(
    () => true,
    () => false,
  );

/** Logs each fault once, however often the client meets it: that'd be twice a second. */
function createFaultLog(log: Log) {
  let last = '';
  return {
    report(error: Error) {
      if (error.message === last) return;
      last = error.message;
      if (refusal.test(error.message)) {
        log.error(
          `Redis refuses this process's login (${error.message}). Correct the user and password in REDIS_URL. Until then, the server works without Redis, and events from other processes arrive late.`,
        );
      } else {
        log.warn({ err: error }, "can't use Redis; working without it");
      }
    },
    forget() {
      last = '';
    },
  };
}

/** Connects, and keeps trying for as long as the process lives; nothing here waits for Redis or throws because of it. */
export function openRedis(url: string, log: Log): RedisLink {
  const events = new AdapterClient(url);
  const listeners: (() => void)[] = [];
  let lastMessageAt = Number.NEGATIVE_INFINITY;
  let reconnected = performance.now();
  /** When a command was last answered, or the connection was reopened. */
  let answered = performance.now();
  let isSilent = false;
  const faults = createFaultLog(log);
  const commands = new CommandClient(url, () => {
    isSilent = true;
  });

  commands.on('error', faults.report);
  commands.on('ready', () => {
    faults.forget();
    isSilent = false;
    answered = performance.now();
  });

  const isAnswering = () => commands.status === 'ready' && !isSilent;

  const follow = (client: AdapterClient) => {
    client.on('error', () => undefined);
    client.on('close', () => {
      for (const listener of listeners) listener();
    });
    client.on('messageBuffer', () => {
      lastMessageAt = performance.now();
      reconnected = lastMessageAt;
      for (const listener of listeners) listener();
    });
  };
  follow(events);
  const adapter = createAdapter(events, { channelPrefix: 'hubbub', streamName: 'hubbub', blockTimeInMs: 1_000 });
  for (const client of events.clients) if (client !== events) follow(client);

  /** A stalled Redis keeps its connections open: one command every now and then finds out for all the others. */
  const probe = setInterval(async () => {
    const now = performance.now();
    if (now - Math.max(lastMessageAt, reconnected) >= maxSilenceMs) {
      reconnected = now;
      for (const client of events.clients) client.disconnect(true);
    }
    if (commands.status === 'ready' && (await isAnswered(commands))) {
      isSilent = false;
      answered = performance.now();
    } else if (now - answered >= maxSilenceMs) {
      answered = now;
      commands.disconnect(true);
    }
  }, probeMs).unref();

  return {
    commands,
    isAnswering,
    transport: {
      adapter,
      isOpen: () => events.status === 'ready',
      lastMessageAt: () => lastMessageAt,
      isAnswering,
      onChange: (listener) => void listeners.push(listener),
    },
    close() {
      clearInterval(probe);
      commands.disconnect();
      for (const client of events.clients) client.disconnect();
    },
  };
}
