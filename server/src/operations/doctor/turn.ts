import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { messageOf } from './message.ts';
import { methods, readStun, type StunAnswer, stunRequest } from './stun.ts';

/** Milliseconds for one answer. */
const timeoutMs = 3000;
/** UDP may lose a request, so it's sent this many times. */
const tries = 3;

/** Asks every STUN server for an address and every TURN server for an allocation, with the same kind of credentials that people get. */
export async function examineTurn({ iceServers, turn, meetingUrl }: Config): Promise<Finding[]> {
  const { off, warning } = findingsAbout('turn');
  if (meetingUrl !== undefined) return [off('Meetings use MEETING_URL, which has its own.')];
  const findings = await Promise.all([
    ...iceServers.map(examineStun),
    ...(turn?.urls ?? []).map((address) => examineRelay(address, turn?.secret ?? '')),
  ]);
  if (!turn) {
    const without = "TURN_URL isn't set: people whose networks block direct connections can't meet.";
    findings.push(
      iceServers.length > 0
        ? warning(without, 'Run coturn and set TURN_URL and TURN_SECRET; docs/hosting.md shows how.')
        : off(without),
    );
  }
  return findings;
}

async function examineStun(address: string): Promise<Finding> {
  const { ok, warning } = findingsAbout('turn');
  const fix = 'Allow UDP to it, or name another STUN server in ICE_SERVERS.';
  try {
    const link = await open(address);
    try {
      const answer = await link.ask(stunRequest(methods.binding));
      return answer.isSuccess ? ok(`${address} answers.`) : warning(`${address} refuses (${answer.errorCode}).`, fix);
    } finally {
      link.close();
    }
  } catch (error) {
    return warning(`${address} doesn't answer (${messageOf(error)}).`, fix);
  }
}

/** Allocates a relay, as a browser does, and releases it. */
async function examineRelay(address: string, secret: string): Promise<Finding> {
  const { ok, failed } = findingsAbout('turn');
  const username = `${Math.floor(Date.now() / 1000) + 60}:doctor`;
  const password = createHmac('sha1', secret).update(username).digest('base64');
  let link: Link;
  try {
    link = await open(address);
  } catch (error) {
    return failed(
      `${address} can't be reached (${messageOf(error)}).`,
      'Start coturn there and open its port, or correct TURN_URL.',
    );
  }
  try {
    const first = await link.ask(stunRequest(methods.allocate));
    if (first.isSuccess) {
      return failed(
        `${address} relays for anyone.`,
        'Set use-auth-secret and static-auth-secret in coturn, or strangers will use your bandwidth.',
      );
    }
    if (first.errorCode !== 401)
      return failed(`${address} refuses (${first.errorCode} ${first.reason}).`, "Check coturn's log.");
    const credentials = { username, password, realm: first.realm, nonce: first.nonce };
    const second = await link.ask(stunRequest(methods.allocate, credentials));
    if (second.errorCode === 401) {
      return failed(
        `${address} refuses the credentials.`,
        "Set TURN_SECRET to coturn's static-auth-secret, turn on use-auth-secret, and check that both clocks are right.",
      );
    }
    if (!second.isSuccess || !second.hasRelay) {
      return failed(
        `${address} allocates no relay (${second.errorCode} ${second.reason}).`,
        "Check coturn's min-port, max-port, relay-ip and quotas.",
      );
    }
    await link.ask(stunRequest(methods.refresh, credentials, 0));
    return ok(`${address} allocated a relay.`);
  } catch (error) {
    return failed(
      `${address} doesn't answer (${messageOf(error)}).`,
      'Start coturn there and open its port, or correct TURN_URL.',
    );
  } finally {
    link.close();
  }
}

interface Link {
  ask(request: Buffer): Promise<StunAnswer>;
  close(): void;
}

/** `turn:host:port?transport=udp`: UDP unless it says otherwise; `turns:` and `stuns:` use TLS. */
async function open(address: string): Promise<Link> {
  const [, scheme = '', host = '', port, transport = 'udp'] =
    /^(\w+):([^:?]+)(?::(\d+))?(?:\?transport=(\w+))?$/.exec(address) ?? [];
  const isSecure = scheme.endsWith('s');
  const place = { host, port: Number(port ?? (isSecure ? 5349 : 3478)) };
  return isSecure || transport === 'tcp' ? await openStream(place, isSecure) : openDatagrams(place);
}

const late = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });

function openDatagrams({ host, port }: { host: string; port: number }): Link {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        let sent = 0;
        const send = () => {
          if (sent === tries) return end(() => reject(late()));
          sent += 1;
          socket.send(request, port, host, (error) => {
            if (error) end(() => reject(error));
          });
        };
        const repeat = setInterval(send, timeoutMs / tries);
        const hear = (bytes: Buffer) => {
          const answer = readStun(bytes, request);
          if (answer) end(() => resolve(answer));
        };
        const end = (settle: () => void) => {
          clearInterval(repeat);
          socket.off('message', hear);
          settle();
        };
        socket.on('message', hear);
        socket.once('error', (error) => end(() => reject(error)));
        send();
      }),
    close: () => socket.close(),
  };
}

async function openStream(place: { host: string; port: number }, isSecure: boolean): Promise<Link> {
  const socket = isSecure ? connectTls({ ...place, servername: place.host }) : connectTcp(place);
  socket.setTimeout(timeoutMs, () => socket.destroy(late()));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve());
  });
  let bytes = Buffer.alloc(0);
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        socket.removeAllListeners('data');
        socket.once('error', reject);
        socket.once('close', () => reject(late()));
        socket.on('data', (chunk: Buffer) => {
          bytes = Buffer.concat([bytes, chunk]);
          const answer = readStun(bytes, request);
          if (!answer) return;
          bytes = Buffer.alloc(0);
          resolve(answer);
        });
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
