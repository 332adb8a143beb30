import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { hasProgram } from '../../../test/programs.ts';
import { startPushService } from '../../../test/push-service.ts';
import { trustAuthorities } from '../../platform/config/authorities.ts';

const folder = mkdtempSync(join(tmpdir(), 'hubbub-push-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasOpenssl = hasProgram('openssl');

/** A key and a certificate for 127.0.0.1, that nobody trusts yet. */
function makeCertificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...made, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

const tls = hasOpenssl ? makeCertificate() : undefined;
const service = await startPushService(tls);
const world = await testWorld({ settings: { LINK_PREVIEWS_INSIDE: service.host } });

/**
 * The claims with which the server identifies itself to the push service (RFC 8292), after checking the signature. @throws if it isn't
 * signed by `key`
 */
function readVapid(authorization: string, key: string) {
  const [, token = '', told] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  expect(told).toBe(key);
  const point = Buffer.from(key, 'base64url');
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  const read = (encoded: string) => JSON.parse(Buffer.from(encoded, 'base64url').toString());
  return { head: read(head), claims: read(claims) };
}

test.skipIf(!hasOpenssl)(
  'a push goes over TLS, encrypted for one browser and signed by the server, and to nobody whose certificate is in doubt (needs openssl)',
  async () => {
    const ada = await world.person('push_tls');
    const device = service.device();
    expect((await ada.post('/v1/push/subscriptions', device.subscription)).status).toBe(201);
    const sendTest = async () => (await ada.post('/v1/push/test')).body.sent;

    expect(await sendTest()).toBe(0);
    expect(device.asked).toBe(0);

    trustAuthorities(tls && [tls.cert]);
    expect(await sendTest()).toBe(1);
    const [shown] = await device.count(1);
    expect(shown?.title).toBe('This is a test');
    const { key } = (await ada.get('/v1/push/key')).body;
    const { head, claims } = readVapid(String(shown?.headers.authorization), key);
    expect(head).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(claims.aud).toBe(`https://${service.host}`);
    expect(claims.sub).toMatch(/^(https|mailto):/);
    const left = claims.exp - Date.now() / 1000;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(24 * 3600);
  },
);
