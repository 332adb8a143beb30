import {
  type MessagesFrom,
  type RegistrationPolicy,
  type SecondFactorPolicy,
  type SitePage,
  sitePages,
} from '@hubbub/contract/features/site/site.shapes.ts';
import type { Generated, Selectable, Updateable } from 'kysely';
import { authorColumns, isActivated } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { not, row } from '#platform/database/expressions.ts';
import { newId } from '#platform/ids.ts';
import { isDemoAccount, isNotSuspended } from './site.access.ts';

interface SiteTable {
  id: string;
  is_only: Generated<true>;
  awaits_owner: Generated<boolean>;
  first_steps_at: Date | null;
  name: Generated<string>;
  description: Generated<string>;
  rules: Generated<string[]>;
  registration: Generated<RegistrationPolicy>;
  logo_path: string | null;
  contact: Generated<string>;
  languages: Generated<string[]>;
  email_domains: Generated<string[]>;
  member_invites: Generated<boolean>;
  default_messages_from: Generated<MessagesFrom>;
  default_read_marks: Generated<boolean>;
  default_presence: Generated<boolean>;
  second_factor: Generated<SecondFactorPolicy>;
  rules_tick: Generated<boolean>;
  previews: Generated<boolean>;
  imprint: Generated<string>;
  privacy: Generated<string>;
  /** The host that passkeys are used at: `partyOf`. */
  rp_id: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    site: SiteTable;
    setup_codes: { code_hash: Buffer; created_at: Date };
  }
}

/** The site without its pages, which are long and seldom read. */
export type SiteRow = Omit<Selectable<SiteTable>, 'id' | 'is_only' | 'rp_id' | SitePage>;
export type WholeSite = Selectable<SiteTable>;
export type SiteUpdate = Updateable<SiteTable>;

/** A new site's settings. The same as the columns' defaults. */
const untouched: SiteRow = {
  awaits_owner: true,
  first_steps_at: null,
  name: 'Hubbub',
  description: '',
  rules: [],
  registration: 'open',
  logo_path: null,
  contact: '',
  languages: [],
  email_domains: [],
  member_invites: false,
  default_messages_from: 'everyone',
  default_read_marks: true,
  default_presence: true,
  second_factor: 'admins',
  rules_tick: false,
  previews: true,
};

const columns = Object.keys(untouched) as (keyof SiteRow)[];
const noPages: Record<SitePage, string> = { imprint: '', privacy: '' };

export async function findSite(db: Db): Promise<SiteRow> {
  return (await db.selectFrom('site').select(columns).executeTakeFirst()) ?? untouched;
}

/** The names of the pages that the site has. */
export async function findPageNames(db: Db): Promise<SitePage[]> {
  const row = await db
    .selectFrom('site')
    .select(({ eb }) => [eb('imprint', '<>', '').as('imprint'), eb('privacy', '<>', '').as('privacy')])
    .executeTakeFirst();
  return sitePages.filter((page) => row?.[page]);
}

/** One of the site's pages; empty: it has none. */
export async function findPage(db: Db, page: SitePage): Promise<string> {
  return (await db.selectFrom('site').select(page).executeTakeFirst())?.[page] ?? '';
}

/** The site's name; undefined: it has none of its own. */
export async function findOwnName(db: Db): Promise<string | undefined> {
  const { name } = await findSite(db);
  return name === untouched.name ? undefined : name;
}

/** The site, locked until the transaction ends. Take this lock after those of accounts. */
export async function lockSite(tx: Tx): Promise<WholeSite> {
  const find = () => tx.selectFrom('site').selectAll().forUpdate().executeTakeFirst();
  const known = await find();
  if (known) return known;
  await tx
    .insertInto('site')
    .values({ id: newId() })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error('The row of site is gone');
  return made;
}

/** Stores the host that passkeys are used at, so that one made for another host doesn't count as a second factor. */
export async function keepPasskeyHost(db: Db, rpId: string): Promise<void> {
  await db
    .insertInto('site')
    .values({ id: newId(), rp_id: rpId })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet({ rp_id: rpId }).where('site.rp_id', 'is distinct from', rpId),
    )
    .execute();
}

export async function updateSite(tx: Tx, change: SiteUpdate): Promise<SiteRow> {
  return await tx.updateTable('site').set(change).returningAll().executeTakeFirstOrThrow();
}

/**
 * Resets every setting to that of a new site, except the future owner and the logo.
 * @param before the present row, locked
 * @returns the columns that changed
 */
export async function resetSite(tx: Tx, before: WholeSite): Promise<string[]> {
  const { awaits_owner: _awaitsOwner, logo_path: _logo, ...settings } = untouched;
  const changed = Object.entries({ ...settings, ...noPages }).filter(
    ([column, value]) => JSON.stringify(value) !== JSON.stringify(before[column as keyof WholeSite]),
  );
  if (changed.length > 0) await updateSite(tx, Object.fromEntries(changed));
  return changed.map(([column]) => column);
}

/** Owners and admins who can work, in this order, the longest-standing first. */
export async function findRunners(db: Db, atMost: number) {
  return await db
    .selectFrom('users')
    .select(authorColumns)
    .where('site_role', 'in', ['owner', 'admin'])
    .where(isActivated(row('users')))
    .where(isNotSuspended(row('users')))
    .orderBy(({ eb }) => eb('site_role', '=', 'owner'), 'desc')
    .orderBy('created_at')
    .limit(atMost)
    .execute();
}

/**
 * Whether anybody has registered, apart from the demo's accounts and one other account. People who wait for approval count; those who were
 * added and haven't logged in yet don't.
 */
export async function hasRealAccount(db: Db, except: string | null = null): Promise<boolean> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('activated_at', 'is not', null)
    .where('is_awaited', '=', false)
    .where(not(isDemoAccount(row('users'))))
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}

/** How many set-up links work at a time: each start of a process prints one. */
const codesKept = 50;

export async function insertSetupCode(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
  await tx.insertInto('setup_codes').values({ code_hash: codeHash, created_at: now }).execute();
  await tx
    .deleteFrom('setup_codes')
    .where('code_hash', 'in', (codes) =>
      codes.selectFrom('setup_codes').select('code_hash').orderBy('created_at', 'desc').offset(codesKept),
    )
    .execute();
}

export async function findSetupCodes(tx: Tx): Promise<Buffer[]> {
  return (await tx.selectFrom('setup_codes').select('code_hash').execute()).map(({ code_hash }) => code_hash);
}

export async function deleteSetupCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('setup_codes').execute();
}
