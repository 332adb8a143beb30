import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoError } from './api.ts';

const tokenPattern = /activate\?token=([\w.~%-]+)/;

/**
 * Waits for a new account's activation mail and reads the token from it: from the server's mail page, or from the outbox in its data folder
 * if that page isn't available.
 * @param stale tokens of earlier accounts at the same address, which don't count
 * @throws DemoError if no mail arrives, with the likely reason
 */
export async function activationToken(
  { origin, dataDir }: { origin: string; dataDir: string },
  email: string,
  stale: ReadonlySet<string>,
): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(150)) {
    const token = (await fromPage(origin, email)) ?? (await fromFolder(join(dataDir, 'outbox'), email));
    if (token !== undefined && !stale.has(token)) return token;
  }
  throw new DemoError(
    `Couldn't find the activation mail for ${email}: it's neither at ${origin}/dev/mail nor in ${join(dataDir, 'outbox')}. ` +
      "The demo doesn't work on a server that sends real mail: use one without SMTP_URL, or set DATA_DIR to the folder your server uses.",
  );
}

async function fromPage(origin: string, email: string): Promise<string | undefined> {
  const list = await fetch(new URL('/dev/mail', origin));
  if (!list.ok) {
    await list.body?.cancel();
    return undefined;
  }
  const entry = (await list.text()).split('<li>').find((item) => item.includes(email) && item.includes('Activate'));
  const path = entry && /href="([^"]+)"/.exec(entry)?.[1];
  if (!path) return undefined;
  const page = await (await fetch(new URL(path, origin))).text();
  return decoded(tokenPattern.exec(page)?.[1]);
}

async function fromFolder(folder: string, email: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names
    .filter((each) => each.endsWith('.json'))
    .sort()
    .reverse()) {
    const mail = JSON.parse(await readFile(join(folder, name), 'utf8').catch(() => '{}')) as {
      to?: string;
      text?: string;
    };
    const token = mail.to === email ? tokenPattern.exec(mail.text ?? '')?.[1] : undefined;
    if (token !== undefined) return decoded(token);
  }
  return undefined;
}

const decoded = (token: string | undefined) => (token === undefined ? undefined : decodeURIComponent(token));
