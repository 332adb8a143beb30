import { beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#platform/sessions/sessions.ts';
import { testClock } from '../../../test/clock.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { codeIn, factoryPassword } from './accounts.factory.ts';

const minute = 60_000;

const clock = testClock();
const world = await testWorld({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, clock });
let people = 0;
let person: Person;
let networks = 0;

beforeEach(async () => {
  people += 1;
  person = await world.person(`person_${people}`);
});

/** Addresses no one has used before. */
function newNetwork(): string {
  networks += 1;
  return `198.18.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
}

/** A browser, or with `keepsCookies` false a client that forgets cookies. */
class Browser {
  readonly cookies = new Map<string, string>();
  network: string;
  readonly #keepsCookies: boolean;

  constructor(network = newNetwork(), keepsCookies = true) {
    this.network = network;
    this.#keepsCookies = keepsCookies;
  }

  async post(path: string, body: unknown, method = 'POST'): Promise<Pick<Answer, 'status' | 'body' | 'headers'>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await world.stranger().fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': this.network, ...(cookie ? { cookie } : {}) },
    });
    for (const line of this.#keepsCookies ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  async logIn(password = factoryPassword, username = person.user.username): Promise<number> {
    return (await this.post('/v1/tokens/authentication', { username, password })).status;
  }

  /** Requests a code; returns the one that was mailed. */
  async askCode(username = person.user.username): Promise<string> {
    const before = (await mails()).length;
    expect((await this.post('/v1/otp', { username })).status).toBe(200);
    const after = await mails();
    expect(after).toHaveLength(before + 1);
    return codeIn(after[0]);
  }

  async validate(otp: string, username = person.user.username): Promise<Pick<Answer, 'status' | 'body'>> {
    return await this.post('/v1/otp/validate', { username, otp });
  }
}

async function mails() {
  await world.runJobs();
  return (await world.outbox()).filter((mail) => mail.to === person.user.email);
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function failFrom(browser: Browser, times: number, username = person.user.username): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await browser.logIn('not the password', username));
  return statuses;
}

describe('log-in', () => {
  it("Counts failures by account and network together, so a stranger elsewhere can't lock anyone out", async () => {
    const stranger = new Browser();
    expect(new Set(await failFrom(stranger, 10))).toEqual(new Set([401]));
    expect(await stranger.logIn()).toBe(429);
    expect(await new Browser(stranger.network).logIn()).toBe(429);
    expect(await new Browser().logIn()).toBe(201);
  });

  it('Counts username and email as one account, in any case', async () => {
    const stranger = new Browser();
    await failFrom(stranger, 5);
    await failFrom(stranger, 3, person.user.email);
    await failFrom(stranger, 2, person.user.email.toUpperCase());
    expect(await stranger.logIn()).toBe(429);
    expect(await stranger.logIn(factoryPassword, person.user.email)).toBe(429);
  });

  it('Never locks out a browser that logged in before, even when the whole account is locked', async () => {
    const own = new Browser();
    expect(await own.logIn()).toBe(201);
    // Also in one of the strangers' networks.
    const network = newNetwork();
    for (let count = 0; count < 10; count += 1) await failFrom(new Browser(count === 0 ? network : newNetwork()), 10);
    expect(await new Browser().logIn()).toBe(429);
    own.cookies.delete('hubbub');
    own.network = network;
    expect(await own.logIn()).toBe(201);
    expect(await own.logIn(factoryPassword, person.user.email)).toBe(201);
    // The owner's success gives the strangers no new attempts.
    expect(await new Browser().logIn()).toBe(429);
  });

  it("Limits a known browser's failures, too, which lock no one else out", async () => {
    const own = new Browser();
    expect(await own.logIn()).toBe(201);
    expect(new Set(await failFrom(own, 10))).toEqual(new Set([401]));
    expect(await own.logIn()).toBe(429);
    expect(await new Browser(own.network).logIn()).toBe(201);
  });

  it('A browser known to one account is a stranger to others', async () => {
    const own = new Browser();
    expect(await own.logIn()).toBe(201);
    const victim = await world.person(`victim_${people}`);
    await failFrom(own, 10, victim.user.username);
    expect(await own.logIn(factoryPassword, victim.user.username)).toBe(429);
    expect(await own.logIn()).toBe(201);
  });

  it('Knows a browser for everyone who logs in with it, by a token that changes with each newcomer', async () => {
    const shared = new Browser();
    await shared.logIn();
    const first = shared.cookies.get('hubbub-device') ?? '';
    await shared.logIn();
    expect(shared.cookies.get('hubbub-device')).toBe(first);
    const second = await world.person(`second_${people}`);
    await shared.logIn(factoryPassword, second.user.username);
    expect(shared.cookies.get('hubbub-device')).not.toBe(first);
    expect(await usersOf(shared)).toEqual([person.user_id, second.user_id].sort());
  });

  it('Stores only a hash of the token, in an http-only cookie, and sets none before the password was right', async () => {
    const own = new Browser();
    await failFrom(own, 1);
    expect([...own.cookies]).toEqual([]);
    const answer = await own.post('/v1/tokens/authentication', {
      username: person.user.username,
      password: factoryPassword,
    });
    const [, line = ''] = answer.headers.getSetCookie();
    expect(line).toMatch(/^hubbub-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const rows = await world.sql('select to_jsonb(d)::text as row from known_devices d');
    expect(JSON.stringify(rows)).not.toContain(own.cookies.get('hubbub-device'));
  });

  it('With more than 50 browsers, those that never came back are forgotten first', async () => {
    const own = new Browser();
    await own.logIn();
    await own.logIn();
    for (let count = 0; count < 60; count += 1) {
      clock.advance(minute);
      expect(await new Browser(newNetwork(), false).logIn()).toBe(201);
    }
    expect(await usersOf(own)).toEqual([person.user_id]);
    const [row] = await world.sql('select count(*) as count from known_devices where user_id = $1', [person.user_id]);
    expect(row?.count).toBe(50);
  });
});

async function usersOf(browser: Browser): Promise<string[]> {
  const rows = await world.sql<{ user_id: string }>('select user_id from known_devices where token_hash = $1', [
    hashToken(browser.cookies.get('hubbub-device') ?? ''),
  ]);
  return rows.map((row) => row.user_id).sort();
}

describe('one-time codes', () => {
  it("There's one per account and browser: other people's requests don't change it", async () => {
    const own = new Browser();
    const code = await own.askCode();
    const stranger = new Browser(own.network);
    const others = await stranger.askCode();
    for (let tries = 0; tries < 5; tries += 1) expect((await stranger.validate('000000')).status).toBe(422);
    if (others !== code) expect((await own.validate(others)).status).toBe(422);
    expect((await stranger.validate(code)).status).toBe(422);
    expect((await own.validate(code)).status).toBe(200);
  });

  it("Requested again from that browser, the code stays the same while it's valid, by username or email", async () => {
    const own = new Browser();
    const code = await own.askCode();
    clock.advance(5 * minute);
    expect(await own.askCode(person.user.email)).toBe(code);
    expect((await mails())[0]?.text).toContain('It works for 10 minutes');
    expect((await own.validate(code)).status).toBe(200);
    clock.advance(minute);
    expect((await own.validate(code)).status).toBe(422);
  });

  it('A new one is made once the last one expired or its attempts are used up', async () => {
    const own = new Browser();
    const codes = [await own.askCode()];
    clock.advance(15 * minute + 1000);
    expect((await own.validate(codes[0] ?? '')).status).toBe(422);
    codes.push(await own.askCode());
    for (let tries = 0; tries < 5; tries += 1) expect((await own.validate(other(codes[1] ?? ''))).status).toBe(422);
    expect((await own.validate(codes[1] ?? '')).status).toBe(422);
    codes.push(await own.askCode());
    expect(new Set(codes).size).toBe(3);
    expect((await own.validate(codes[2] ?? '')).status).toBe(200);
  });

  it('Work for a client without cookies in the network that asked; only the newest does', async () => {
    const client = new Browser(newNetwork(), false);
    const first = await client.askCode();
    const second = await client.askCode();
    if (first !== second) expect((await client.validate(first)).status).toBe(422);
    expect((await new Browser(newNetwork(), false).validate(second)).status).toBe(422);
    expect((await client.validate(second)).status).toBe(200);
  });

  it("Are stored nowhere once mailed, and what's stored is useless without the browser", async () => {
    const own = new Browser();
    const code = await own.askCode();
    const rows = await world.sql('select * from device_codes where user_id = $1', [person.user_id]);
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
    expect(JSON.stringify(rows)).not.toContain(own.cookies.get('hubbub-device'));
    const jobs = await world.sql("select 1 from graphile_worker.jobs where task_identifier = 'accounts.mail-code'");
    expect(jobs).toEqual([]);
  });

  it("A person's codes are mailed to one network 10 times; a browser that logged in before has its own allowance", async () => {
    const own = new Browser();
    await own.logIn();
    own.cookies.delete('hubbub');
    const stranger = new Browser(own.network);
    for (let count = 0; count < 12; count += 1) {
      expect((await stranger.post('/v1/otp', { username: person.user.username })).status).toBe(200);
    }
    expect(await mails()).toHaveLength(10);
    const code = await own.askCode();
    expect((await own.validate(code)).status).toBe(200);
  });

  it("A person's codes are mailed at most 30 times an hour, across all networks; a known browser still has its own", async () => {
    const own = new Browser();
    await own.logIn();
    for (let count = 0; count < 35; count += 1) {
      expect((await new Browser().post('/v1/otp', { username: person.user.username })).status).toBe(200);
    }
    expect(await mails()).toHaveLength(30);
    expect((await own.validate(await own.askCode())).status).toBe(200);
  });

  it("A stranger who uses up a network's attempts keeps no one on another network out", async () => {
    const own = new Browser();
    const code = await own.askCode();
    const stranger = new Browser();
    for (let tries = 0; tries < 15; tries += 1) expect((await stranger.validate('000000')).status).toBe(422);
    expect((await stranger.validate('000000')).status).toBe(429);
    expect((await stranger.validate('000000', person.user.email)).status).toBe(429);
    expect((await own.validate(code)).status).toBe(200);
  });

  it('Reveal nothing about an account: responses, cookies and limits are the same without one', async () => {
    const ask = async (username: string) => {
      const browser = new Browser();
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) statuses.push((await browser.post('/v1/otp', { username })).status);
      for (let tries = 0; tries < 16; tries += 1) statuses.push((await browser.validate('000000', username)).status);
      statuses.push(...(await failFrom(browser, 12, username)));
      await world.runJobs();
      return { statuses, cookies: [...browser.cookies.keys()] };
    };
    expect(await ask(`missing_${people}`)).toEqual(await ask(person.user.username));
  });

  it('A browser that set a new password becomes known, so anyone locked out has a way back in', async () => {
    for (let count = 0; count < 10; count += 1) await failFrom(new Browser(), 10);
    const own = new Browser();
    expect(await own.logIn()).toBe(429);
    const { body } = await own.validate(await own.askCode());
    const password = 'a brand new password';
    const reset = { reset_token: body.reset_token.token, password, confirm_password: password };
    expect((await own.post('/v1/users/reset-password', reset, 'PATCH')).status).toBe(200);
    expect(await own.logIn(password)).toBe(201);
  });
});
