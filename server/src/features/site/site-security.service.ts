import type { SiteSecurityEntry, SiteSecurityEvent } from '@hubbub/contract/features/site/security.endpoints.ts';
import { findAccount, listRefusals, listSecurityOfAll, viewAuthor } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { networkOf } from '#platform/rate-limits/address.ts';
import { listAuditByPosition, type NamesByKind } from './audit.service.ts';

/** Events that the audit log has as well, with their actors: the combined log shows them once. */
const doneByTeam = [
  'reset_by_team',
  'ended_by_team',
  'codes_off_by_team',
  'changed_by_team',
  'deleted_by_team',
  'exported_by_team',
] as const;

interface Page {
  userId: string | undefined;
  before: string;
  size: number;
}

async function listAccounts(
  { db }: Platform,
  page: Page,
  event: Exclude<SiteSecurityEvent, 'team_action'> | undefined,
) {
  const [entries, refusals] = await Promise.all([
    listSecurityOfAll(db.kysely, { ...page, event, except: doneByTeam }),
    listRefusals(db.kysely, { ...page, event }),
  ]);
  return [
    ...entries.map((row): SiteSecurityEntry => {
      const at = row.created_at.toISOString();
      return {
        _id: row.id,
        created_at: at,
        last_at: at,
        times: 1,
        event: row.event,
        user: viewAuthor(row),
        device: row.device,
        // Entries about the site or by its team have none.
        network: row.address === '' ? null : networkOf(row.address),
        request_id: row.request_id || null,
        action: null,
      };
    }),
    ...refusals.map(
      ({ username, name, profile_path, ...row }): SiteSecurityEntry => ({
        _id: row.id,
        created_at: row.created_at.toISOString(),
        last_at: row.last_at.toISOString(),
        times: row.times,
        event: row.event,
        user: username === null ? null : viewAuthor({ username, name, profile_path }),
        device: row.device,
        network: row.network,
        request_id: row.request_id || null,
        action: null,
      }),
    ),
  ];
}

/** The team's actions are kept for good, so they're kept without their network. */
async function listActions(platform: Platform, names: NamesByKind, page: Page): Promise<SiteSecurityEntry[]> {
  return (await listAuditByPosition(platform, names, page)).map(({ position, entry }) => ({
    _id: position,
    created_at: entry.created_at,
    last_at: entry.created_at,
    times: 1,
    event: 'team_action',
    user: null,
    device: null,
    network: null,
    request_id: null,
    action: entry,
  }));
}

/**
 * A page of the events of accounts, refusals and the team's actions, newest first.
 * @throws {HttpError} 400 if `before` can't be an entry's id
 */
export async function readSiteSecurity(
  platform: Platform,
  names: NamesByKind,
  given: {
    size: number;
    before?: string | undefined;
    username?: string | undefined;
    event?: SiteSecurityEvent | undefined;
  },
): Promise<SiteSecurityEntry[]> {
  const { size, username, event } = given;
  const before = cursorOf(given.before, 'the _id of an entry') ?? lastPossibleId;
  const user = username === undefined ? undefined : await findAccount(platform.db.kysely, username);
  if (username !== undefined && !user) return [];
  const page = { before, size, userId: user?.id };
  const entries = await Promise.all([
    event === 'team_action' ? [] : listAccounts(platform, page, event),
    event === undefined || event === 'team_action' ? listActions(platform, names, page) : [],
  ]);
  return entries
    .flat()
    .sort((one, other) => (one._id < other._id ? 1 : -1))
    .slice(0, size);
}
