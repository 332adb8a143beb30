import { randomBytes } from 'node:crypto';
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { missingHeader } from '#platform/realtime/not-upgraded.ts';
import { messageOf } from './message.ts';

/** Milliseconds. */
const timeoutMs = 8000;

/** A proxy's lines, in nginx's words, by what's missing without them. */
const lines: Readonly<Record<string, string>> = {
  version: 'proxy_http_version 1.1;',
  upgrade: 'proxy_set_header Upgrade $http_upgrade;',
  connection: 'proxy_set_header Connection "upgrade";',
};

/** Asks for a socket as browsers do. @returns undefined: it opened */
function refusalOf(publicUrl: string): Promise<{ status: number; missing: string[] } | undefined> {
  const url = new URL('/socket.io/?EIO=4&transport=websocket', publicUrl);
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: url.origin,
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const get = url.protocol === 'https:' ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false, timeout: timeoutMs });
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(undefined);
    });
    request.on('response', (answer) => {
      answer.resume();
      const missing = String(answer.headers[missingHeader] ?? '');
      resolve({ status: answer.statusCode ?? 0, missing: missing.split(' ').filter((one) => one in lines) });
      request.destroy();
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} seconds`)));
    request.on('error', reject);
  });
}

/** Whether live updates get through at PUBLIC_URL, where Hubbub answers; otherwise, what its proxy lacks. */
export async function examineSockets(publicUrl: string): Promise<Finding[]> {
  const { ok, failed } = findingsAbout('address');
  const blocked = `Hubbub answers at ${publicUrl}, but live updates don't get through`;
  const examples = 'deploy/proxies has whole configurations.';
  try {
    const refusal = await refusalOf(publicUrl);
    if (refusal === undefined) return [ok(`Live updates get through at ${publicUrl}.`)];
    const { status, missing } = refusal;
    if (missing.length === 0) {
      const fix = `Make it forward /socket.io/ to this server, with websockets. ${examples}`;
      return [failed(`${blocked}: the proxy there answers websockets with status ${status} itself.`, fix)];
    }
    const wanted = missing.map((one) => lines[one]).join(' ');
    return [
      failed(
        `${blocked}: the proxy there doesn't pass on what opens a websocket.`,
        `Where it forwards /socket.io/, this is missing, in nginx's words: ${wanted} ${examples}`,
      ),
    ];
  } catch (error) {
    return [failed(`${blocked} (${messageOf(error)}).`, `Make the proxy there pass on websockets. ${examples}`)];
  }
}
