import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout, wordsOf } from './finding.ts';
import { methods, readStun, type StunAnswer, stunRequest } from './stun.ts';

/** Milliseconds for one answer. */
const patience = 3000;
/** Over UDP a question may be lost; it is asked this often. */
const tries = 3;

/** Asks every STUN server for an address and every TURN server for an allocation, with credentials as people get them. */
export async function examineTurn({ iceServers, turn, meetingUrl }: Config): Promise<Finding[]> {
  const { off, warning } = findingsAbout('turn');
  if (meetingUrl !== undefined) return [off('Meetings take place at MEETING_URL, which brings its own.')];
  const findings = await Promise.all([
    ...iceServers.map(examineStun),
    ...(turn?.urls ?? []).map((address) => examineRelay(address, turn?.secret ?? '')),
  ]);
  if (!turn) {
    const without = 'TURN_URL is not set: people whose networks let no direct way through cannot meet.';
    findings.push(
      iceServers.length > 0
        ? warning(without, 'Run coturn and set TURN_URL and TURN_SECRET; deploy/README.md shows how.')
        : off(without),
    );
  }
  return findings;
}

async function examineStun(address: string): Promise<Finding> {
  const { ok, warning } = findingsAbout('turn');
  const fix = 'Open the way there over UDP, or name another STUN server in ICE_SERVERS.';
  try {
    const link = await open(address);
    try {
      const answer = await link.ask(stunRequest(methods.binding));
      return answer.isSuccess ? ok(`${address} answers.`) : warning(`${address} refuses (${answer.errorCode}).`, fix);
    } finally {
      link.close();
    }
  } catch (error) {
    return warning(`${address} does not answer (${wordsOf(error)}).`, fix);
  }
}

/** Allocates a relay, as a browser does, and gives it back. */
async function examineRelay(address: string, secret: string): Promise<Finding> {
  const { ok, failed } = findingsAbout('turn');
  const username = `${Math.floor(Date.now() / 1000) + 60}:doctor`;
  const password = createHmac('sha1', secret).update(username).digest('base64');
  let link: Link;
  try {
    link = await open(address);
  } catch (error) {
    return failed(
      `${address} cannot be reached (${wordsOf(error)}).`,
      'Start coturn there and open its port, or correct TURN_URL.',
    );
  }
  try {
    const first = await link.ask(stunRequest(methods.allocate));
    if (first.isSuccess) {
      return failed(
        `${address} relays for anybody.`,
        'Set use-auth-secret and static-auth-secret in coturn, or strangers use your line.',
      );
    }
    if (first.errorCode !== 401)
      return failed(`${address} refuses (${first.errorCode} ${first.reason}).`, 'Look into the log of coturn.');
    const credentials = { username, password, realm: first.realm, nonce: first.nonce };
    const second = await link.ask(stunRequest(methods.allocate, credentials));
    if (second.errorCode === 401) {
      return failed(
        `${address} does not take the credentials.`,
        'Set TURN_SECRET to what coturn has as static-auth-secret, with use-auth-secret, and see that both clocks are right.',
      );
    }
    if (!second.isSuccess || !second.hasRelay) {
      return failed(
        `${address} gives no relay (${second.errorCode} ${second.reason}).`,
        'Look at min-port, max-port, relay-ip and the quotas of coturn.',
      );
    }
    await link.ask(stunRequest(methods.refresh, credentials, 0));
    return ok(`${address} gave a relay and took it back.`);
  } catch (error) {
    return failed(
      `${address} does not answer (${wordsOf(error)}).`,
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

/** `turn:host:port?transport=udp`: UDP unless it says otherwise; `turns:` and `stuns:` over TLS. */
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
        const repeat = setInterval(send, patience / tries);
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
  socket.setTimeout(patience, () => socket.destroy(late()));
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
