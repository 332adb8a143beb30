import {
  activateAccount,
  createAccount,
  logIn,
  registerEmail,
  registerUsername,
} from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { updateProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { activationToken } from './activation.ts';
import { ApiError, type Client, DemoError, openClient } from './api.ts';
import { readAttachment } from './files.ts';
import { demoPassword, emailOf } from './people.ts';
import type { Person } from './world-data.ts';

export interface Server {
  origin: string;
  dataDir: string;
  /** Environment variables, which name its database. */
  env: NodeJS.ProcessEnv;
  say: (words: string) => void;
}

/** Logs a person in, after registering, activating and giving them a profile if they don't exist yet. */
export async function moveIn(server: Server, person: Person): Promise<Client> {
  const client = openClient(server.origin, server.say);
  const entered = await enter(client, person);
  if (entered === 'in') return client;
  if (entered === 'unknown') await register(client, person);
  await activate(server, client, person);
  await describe(client, person);
  return client;
}

/** Logs a person in; undefined if they don't exist, or have another password by now. */
export async function returnTo(server: Server, person: Person): Promise<Client | undefined> {
  const client = openClient(server.origin, server.say);
  const entered = await enter(client, person);
  if (entered === 'unknown') return undefined;
  if (entered === 'not activated') await activate(server, client, person);
  return client;
}

async function activate(server: Server, client: Client, person: Person): Promise<void> {
  const stale = new Set<string>();
  for (let isActivated = false; !isActivated; ) {
    const token = await activationToken(server, emailOf(person.username), stale);
    stale.add(token);
    isActivated = await activateWith(client, token);
  }
  if ((await enter(client, person)) !== 'in') {
    throw new DemoError(`${person.username} was activated but can't log in. Check the server's log.`);
  }
}

/** False: the token is an earlier account's, of a demo world that was removed. */
async function activateWith(client: Client, token: string): Promise<boolean> {
  try {
    await client.call(activateAccount, { query: {}, body: { token } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return false;
    throw error;
  }
}

/** The address decides who it is: somebody real can have a demo person's name, but nobody receives mail at an address of the demo. */
async function enter(client: Client, { username }: Person): Promise<'in' | 'unknown' | 'not activated'> {
  try {
    await client.call(logIn, { body: { username: emailOf(username), password: demoPassword } });
    return 'in';
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'unknown';
    if (error instanceof ApiError && error.status === 403) return 'not activated';
    throw error;
  }
}

async function register(client: Client, { username, name }: Person): Promise<void> {
  try {
    const { reg_id } = await client.call(registerEmail, { body: { email: emailOf(username) } });
    await client.call(registerUsername, { body: { reg_id, username, ...(name === null ? {} : { name }) } });
    await client.call(createAccount, {
      body: { reg_id, password: demoPassword, confirm_password: demoPassword },
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      throw new DemoError(
        `The name ${username} already belongs to someone else on this server. Use a separate server: DATA_DIR=./demo-data PORT=3001 npm start`,
      );
    }
    throw error;
  }
}

async function describe(client: Client, { username, name, bio, hasPicture }: Person): Promise<void> {
  const form = new FormData();
  form.set('bio', bio);
  if (name !== null) form.set('name', name);
  if (hasPicture) {
    const { name: file, blob } = await readAttachment(username);
    form.set('profile_pic', blob, file);
  }
  await client.call(updateProfile, { form });
}
