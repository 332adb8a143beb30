import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { type APIRequestContext, expect, request } from '@playwright/test';

/** A mail in the outbox of the server under test. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Someone with an activated account and their own session. */
export interface Person {
  user: User;
  email: string;
  password: string;
  /** Calls the API with the session. */
  api: APIRequestContext;
}

export const password = 'correct horse battery';

let made = 0;

/** A username no other test has. */
export function freshUsername(prefix: string): string {
  made += 1;
  return `${prefix}_${process.pid.toString(36)}_${made.toString(36)}`.slice(0, 30);
}

/** The newest mail to an address; waits for it. @param dataDir of the server under test */
export async function mailTo(email: string, subject: RegExp, dataDir = process.env.E2E_DATA_DIR ?? ''): Promise<Mail> {
  const folder = join(dataDir, 'outbox');
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const names = (await readdir(folder).catch(() => []))
          .filter((name) => name.endsWith('.json'))
          .sort()
          .reverse();
        for (const name of names) {
          // The outbox keeps the newest mails only: one that was listed may be gone.
          const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
          if (text === undefined) continue;
          const mail: Mail = JSON.parse(text);
          if (mail.to === email && subject.test(mail.subject)) {
            found = mail;
            return true;
          }
        }
        return false;
      },
      // Every new person waits for one of these mails.
      { message: `a mail to ${email}`, intervals: [10, 20, 50, 100] },
    )
    .toBe(true);
  if (!found) throw new Error(`no mail to ${email}`);
  return found;
}

/** The first link in a mail. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`no link in "${mail.subject}"`);
  return link;
}

async function must(
  call: Promise<{ ok(): boolean; status(): number; text(): Promise<string>; json(): Promise<unknown> }>,
) {
  const answer = await call;
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
  return answer.json();
}

/** Registers, activates and logs in through the API, as a person would through the screens. */
export async function createPerson(
  { origin, dataDir }: { origin: string; dataDir: string | undefined },
  prefix: string,
  name?: string,
): Promise<Person> {
  const api = await request.newContext({ baseURL: origin });
  const username = freshUsername(prefix);
  const email = `${username}@example.org`;
  const { reg_id } = (await must(api.patch('/v1/register/email', { data: { email } }))) as { reg_id: string };
  await must(api.patch('/v1/register/username', { data: { reg_id, username, ...(name ? { name } : {}) } }));
  await must(api.post('/v1/users', { data: { reg_id, password, confirm_password: password } }));
  const token = new URL(linkIn(await mailTo(email, /./, dataDir))).searchParams.get('token');
  await must(api.put('/v1/users/activated', { data: { token } }));
  const { user } = (await must(api.post('/v1/tokens/authentication', { data: { username, password } }))) as {
    user: User;
  };
  return { user, email, password, api };
}

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

/** Somebody who logs in to an account from a phone that's new to it. */
export async function logInElsewhere(username: string, baseURL: string | undefined): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: baseURL ?? '', userAgent: iphone });
  await must(api.post('/v1/tokens/authentication', { data: { username, password } }));
  return api;
}
