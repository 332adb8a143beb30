import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, vi } from 'vitest';
import type { World } from './harness.ts';

/** Decrypts a push as a browser does: RFC 8291, written for the test from the browser's side. @throws if it isn't for this browser */
export function decryptPush(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // What's after the text is the record's end.
  return opened.subarray(0, opened.lastIndexOf(2)).toString();
}

/** The keys of a browser whose pushes nobody reads. */
export const makePushKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

/** What a device showed. */
export interface Shown {
  title: string;
  body: string;
  navigate: string;
  tag: string;
  /** What the push says besides what's shown. */
  payload: {
    web_push: number;
    app_badge: number;
    mutable: boolean;
    notification: object;
    hubbub: { kind: string; room_id?: string; message_id?: string; notification_id?: string; closed?: string[] };
  };
  headers: IncomingHttpHeaders;
}

/** A browser that has subscribed to pushes. */
export interface Device {
  /** What `PushSubscription.toJSON()` gives. */
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };
  /** What came, in order. */
  readonly shown: readonly Shown[];
  /** Every attempt, including refused ones. */
  readonly asked: number;
  /** Refuses the next attempts with this status. */
  refuse(status: number, times: number, headers?: Record<string, string>): void;
  /** Waits for this many pushes. */
  count(number: number): Promise<readonly Shown[]>;
}

/**
 * Starts a push service on this machine, which plays the browsers, too. It's stopped after the file's tests.
 * @param tls its key and certificate, both PEM; it speaks HTTP without
 */
export async function startPushService(tls?: { key: string; cert: string }) {
  const devices = new Map<string, (body: Buffer, headers: IncomingHttpHeaders) => [number, Record<string, string>]>();
  const answer: RequestListener = (request, response) => {
    void buffer(request).then((body) => {
      const [status, headers] = devices.get(request.url ?? '')?.(body, request.headers) ?? [404, {}];
      response.writeHead(status, headers).end();
    });
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For `LINK_PREVIEWS_INSIDE`. */
    host,
    /** Delays pushes that are due for some people's devices, as if their push services had asked for it. */
    hold(world: Pick<World, 'sql'>, ...userIds: string[]) {
      const mine = `jobs.payload->'thing'->>'userId' = any($1) and jobs.task_id in (
        select id from graphile_worker._private_tasks where identifier = 'notifications.push-again')`;
      const list = () => world.sql(`select 1 from graphile_worker._private_jobs jobs where ${mine}`, [userIds]);
      const pauseUntil = (until: string | null) =>
        world.sql('update push_subscriptions set paused_until = $2 where user_id::text = any($1)', [userIds, until]);
      const patience = { timeout: 60_000, interval: 100 };
      return {
        begin: () => pauseUntil('2100-01-01'),
        /** Waits until this many are delayed. */
        waiting: (number: number) => vi.waitUntil(async () => (await list()).length >= number, patience),
        /** Releases them, and waits until they've been sent. */
        async end() {
          await pauseUntil(null);
          await world.sql(`update graphile_worker._private_jobs jobs set run_at = now() where ${mine}`, [userIds]);
          await vi.waitUntil(async () => (await list()).length === 0, patience);
        },
      };
    },
    device(): Device {
      const browser = createECDH('prime256v1');
      const p256dh = browser.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const shown: Shown[] = [];
      let [asked, refusals, refusal] = [0, 0, [500, {}] as [number, Record<string, string>]];
      devices.set(path, (body, headers) => {
        asked += 1;
        if (refusals > 0) {
          refusals -= 1;
          return refusal;
        }
        const payload = JSON.parse(decryptPush(body, browser, auth)) as Shown['payload'];
        shown.push({ ...(payload.notification as Omit<Shown, 'payload' | 'headers'>), payload, headers });
        return [201, {}];
      });
      return {
        subscription: {
          endpoint: `${tls === undefined ? 'http' : 'https'}://${host}${path}`,
          expirationTime: null,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        shown,
        get asked() {
          return asked;
        },
        refuse(status, times, headers = {}) {
          refusals = times;
          refusal = [status, headers];
        },
        count: (number) => vi.waitUntil(() => shown.length >= number && shown, { timeout: 30_000, interval: 50 }),
      };
    },
  };
}
