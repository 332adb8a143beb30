import type { NewPerson, PlannedPerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { isReservedName } from '@hubbub/contract/platform/names.ts';
import * as shapes from '@hubbub/contract/platform/shapes.ts';
import {
  findTaken,
  type Hasher,
  insertAwaited,
  insertLoginLinks,
  mailLoginLinks,
  newLoginLinks,
  tidyName,
} from '#features/accounts/public.ts';
import { type Db, uniqueViolation } from '#platform/database/database.ts';
import { invalid } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { newToken, type Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import { makeUsernames } from './made-usernames.service.ts';
import { type CheckedLine, faultsOf } from './people.rules.ts';
import { batch, showProgress } from './progress.service.ts';
import { requireSiteRole } from './roles.service.ts';

/** The fields of a line, with their schemas. */
const fields = { name: shapes.name.nullish(), username: shapes.username, email: shapes.email.nullish() };

/** A field's text, without spaces around it. */
const given = (text: string | null | undefined) => text?.trim() || null;

/** Checks one line. A blank username is left to be made from the name. */
function checkLine(person: NewPerson, line: number): CheckedLine {
  const username = given(person.username);
  const email = given(person.email);
  const address = fields.email.safeParse(email);
  const checks = [
    ...(username === null ? [] : [fields.username.safeParse(username)]),
    fields.name.safeParse(person.name),
    address,
  ];
  for (const { error } of checks) {
    const [issue] = error?.issues ?? [];
    if (issue) return { line, fault: issue.message };
  }
  const name = tidyName(person.name);
  if (username === null && name === null && email === null) return { line, fault: messages.usernameRequired };
  if (username !== null && isReservedName(username)) return { line, fault: `The username ${username} is reserved.` };
  return { line, person: { name, username: username ?? '', email: address.data ?? null } };
}

const lower = (text: string) => text.toLowerCase();

/** Gives a username to everybody without one. Names that turn out to be taken aren't tried again. */
async function nameAll(db: Db, lines: readonly CheckedLine[]): Promise<void> {
  const people = lines.flatMap((checked) => ('person' in checked ? [checked.person] : []));
  const nameless = people.filter(({ username }) => username === '');
  if (nameless.length === 0) return;
  const taken = new Set(people.map(({ username }) => lower(username)));
  for (;;) {
    const made = makeUsernames(
      nameless.map(({ name }) => name),
      (username) => taken.has(username),
    );
    const found = await findTaken(db, { usernames: made, emails: [] });
    if (found.usernames.size === 0) {
      for (const [index, person] of nameless.entries()) person.username = made[index] ?? '';
      return;
    }
    for (const username of found.usernames) taken.add(username);
  }
}

/** What would become of each line: missing usernames are made, and of two lines with the same name or address, the first one gets it. */
async function planPeople(db: Db, people: readonly NewPerson[]): Promise<PlannedPerson[]> {
  const lines = people.map((person, index) => checkLine(person, person.line ?? index + 1));
  await nameAll(db, lines);
  const sound = lines.flatMap((checked) => ('person' in checked ? [checked.person] : []));
  const taken = await findTaken(db, {
    usernames: sound.map(({ username }) => username),
    emails: sound.flatMap(({ email }) => email ?? []),
  });
  const faults = faultsOf(lines, taken);
  return lines.map((checked, index) => {
    const { name, username, email } = 'person' in checked ? checked.person : (people[index] ?? {});
    const asGiven = { name: given(name), username: given(username) ?? '', email: given(email) };
    return { line: checked.line, ...asGiven, fault: faults[checked.line] ?? null };
  });
}

/** Returns what adding these people would create, but creates nothing. @throws {HttpError} 422 for anybody below an admin */
export async function tryPeople(
  { db }: Platform,
  session: Session,
  people: readonly NewPerson[],
): Promise<PlannedPerson[]> {
  await db.transaction((tx) => requireSiteRole(tx, session, 'admin'));
  return await planPeople(db.kysely, people);
}

interface Added {
  username: string;
  name: string | null;
  login_url: string;
}

/** @returns undefined if somebody got one of the names or addresses meanwhile */
async function insertPlanned(
  platform: Platform,
  session: Session,
  planned: readonly PlannedPerson[],
  { passwordHash, mail }: { passwordHash: string; mail: boolean },
): Promise<Added[] | undefined> {
  const { clock, db, newId } = platform;
  const now = clock.now();
  const people = planned.map(({ name, username, email }) => ({ id: newId(), name, username, email }));
  const links = await newLoginLinks(
    platform,
    people.map(({ id }) => id),
  );
  try {
    await db.transaction(async (tx) => {
      await requireSiteRole(tx, session, 'admin');
      const users = people.map((person) => ({ ...person, passwordHash, activatedAt: now, createdAt: now }));
      for (let done = 0; done < users.length; done += batch) {
        await insertAwaited(tx, users.slice(done, done + batch));
        showProgress(platform, session.userId, { done: Math.min(done + batch, users.length), total: users.length });
      }
      const text = String(people.length);
      await audit(tx, { actorId: session.userId, action: 'people.added', subject: null, text });
      await insertLoginLinks(tx, links);
      const mailed = people.filter(({ email }) => mail && email !== null);
      await mailLoginLinks(
        platform,
        tx,
        mailed.map(({ id }) => id),
      );
    });
  } catch (error) {
    if (uniqueViolation(error)?.startsWith('users_')) return undefined;
    throw error;
  }
  return people.map(({ username, name }, index) => ({ username, name, login_url: links[index]?.url ?? '' }));
}

/** How many times usernames are made again because somebody has registered one of them meanwhile. */
const attempts = 3;

/**
 * Adds people at once, all or none. Each chooses a password with their link; until then nobody can log in as them.
 * @param mail whether those with an address get a link by mail, too
 * @throws {HttpError} 422 for anybody below an admin, and with what's wrong, by line
 */
export async function addPeople(
  platform: Platform,
  hasher: Hasher,
  session: Session,
  { people, mail }: { people: readonly NewPerson[]; mail: boolean },
): Promise<Added[]> {
  const { db } = platform;
  await db.transaction((tx) => requireSiteRole(tx, session, 'admin'));
  // Nobody knows the password, so everybody may have the same.
  let passwordHash: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const planned = await planPeople(db.kysely, people);
    const faults = planned.flatMap(({ line, fault }) => (fault === null ? [] : [[line, fault] as const]));
    if (faults.length > 0) throw invalid(Object.fromEntries(faults));
    passwordHash ??= await hasher.hash(newToken());
    const added = await insertPlanned(platform, session, planned, { passwordHash, mail });
    if (added) return added;
    if (attempt === attempts) throw invalid('Somebody registered with one of these names just now. Try again.');
  }
}
