import { type Site, type SiteChange, sitePages } from '@hubbub/contract/features/site/site.shapes.ts';
import { isDemoEmail } from '@hubbub/contract/platform/demo.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findAnnouncementFor } from './announcement.queries.ts';
import { audit } from './audit.service.ts';
import { endDemoTeam } from './demo-team.service.ts';
import { listTeam } from './roles.queries.ts';
import { checkSiteRole, keepLastOwner, requireOtherOwner, requireSiteRole } from './roles.service.ts';
import { teamStandingOf } from './second-factor.queries.ts';
import { awaitsFirstAccount, welcomeAccount } from './setup.service.ts';
import {
  findPage,
  findPageNames,
  findRunners,
  findSite,
  lockSite,
  type SiteUpdate,
  updateSite,
  type WholeSite,
} from './site.queries.ts';
import { viewSite } from './site.view.ts';

/** What the logo needs from media; `app.ts` connects it. */
export interface Logos<Part> {
  /** Receives a picture that's arriving. */
  receive(part: Part, ownerId: string): Promise<{ id: string; path: string }>;
  /** Keeps received pictures for good. */
  attach(tx: Tx, ids: readonly string[]): Promise<unknown>;
  discard(tx: Tx, paths: readonly string[]): Promise<void>;
  /** Removes received pictures whose request was refused. */
  cancel(ids: readonly string[]): Promise<void>;
}

/** How many of its owners and admins the site lists. */
const runnersShown = 20;

/** The site, as the caller sees it; without a session, as everybody does. */
export async function getSite({ db, clock, config }: Platform, userId: string | undefined): Promise<Site> {
  const [row, pages, runners, viewer] = await Promise.all([
    findSite(db.kysely),
    findPageNames(db.kysely),
    findRunners(db.kysely, runnersShown),
    userId === undefined
      ? undefined
      : viewerOf(db.kysely, userId, clock.now()).then((viewer) => ({
          ...viewer,
          deletionGraceDays: config.deletionGraceDays,
          hasCalls: config.meetingUrl === undefined,
        })),
  ]);
  const isFirst = viewer === undefined && (await awaitsFirstAccount(db.kysely, config, row));
  return viewSite({ row, pages, runners, viewer, isFirst });
}

/**
 * One of the site's pages, for everybody.
 * @throws {HttpError} 404 if it has none, and for any other name
 */
export async function getSitePage({ db }: Platform, name: string): Promise<{ content: string }> {
  const page = sitePages.find((known) => known === name);
  const content = page === undefined ? '' : await findPage(db.kysely, page);
  if (content === '') throw notFound("This site hasn't written this page.");
  return { content };
}

async function viewerOf(db: Db, userId: string, now: Date) {
  const [{ role, factorDueAt }, announcement] = await Promise.all([
    teamStandingOf(db, userId),
    findAnnouncementFor(db, userId, now),
  ]);
  return { role, factorDueAt, announcement, now };
}

/**
 * Changes the site's settings and logo.
 * @param readForm reads the request, passes on the logo as it arrives, and returns the validated fields
 * @throws {HttpError} 422 for anyone but admins, and whatever `readForm` throws; nothing is changed then
 */
export async function changeSite<Part>(
  platform: Platform,
  logos: Logos<Part>,
  session: Session,
  readForm: (takeFile: (part: Part) => Promise<void>) => Promise<SiteChange>,
): Promise<Site> {
  // Before accepting the upload; the decisive check is the same one in the transaction.
  await checkSiteRole(platform, session, 'admin');
  const { id: siteId } = await platform.db.transaction(lockSite);
  const received: { id: string; path: string }[] = [];
  try {
    const form = await readForm(async (part) => {
      received.push(await logos.receive(part, siteId));
    });
    await platform.db.transaction(async (tx) => {
      await requireSiteRole(tx, session, 'admin');
      const before = await lockSite(tx);
      const [logo] = received;
      if (logo) await logos.attach(tx, [logo.id]);
      const change = changedSite(platform, before, form, logo?.path);
      const { logo_path: old } = before;
      if (old !== null && change.logo_path !== undefined && change.logo_path !== old) await logos.discard(tx, [old]);
      const names = Object.keys(change);
      if (names.length === 0) return;
      await updateSite(tx, change);
      if (change.second_factor !== undefined) await platform.deferred.emit(tx, 'site.role-changed', await listTeam(tx));
      await audit(tx, { actorId: session.userId, action: 'site.changed', subject: null, text: names.join(', ') });
    });
  } catch (error) {
    await logos.cancel(received.map(({ id }) => id));
    throw error;
  }
  return await getSite(platform, session.userId);
}

/** A blank text becomes an empty one. */
const written = (text: string | undefined) => (text?.trim() === '' ? '' : text);

/** The columns a form changes. */
function changedSite(
  { clock }: Platform,
  before: WholeSite,
  form: SiteChange,
  logoPath: string | undefined,
): SiteUpdate {
  const { removed_logo, first_steps_done, name, imprint, privacy, ...rest } = form;
  const logo = logoPath ?? (removed_logo ? null : before.logo_path);
  const wanted: SiteUpdate = {
    ...rest,
    imprint: written(imprint),
    privacy: written(privacy),
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(logo === before.logo_path ? {} : { logo_path: logo }),
    ...(first_steps_done === undefined ? {} : { first_steps_at: first_steps_done ? clock.now() : null }),
  };
  const isNew = ([column, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[column as keyof WholeSite]);
  return Object.fromEntries(Object.entries(wanted).filter(isNew));
}

/** The feature's reactions to other features' events. */
export function subscribeSite(platform: Platform): void {
  platform.events.on('account.activated', (tx, user) => welcomeAccount(platform, tx, user));
  platform.events.on('account.joined', async (tx, { email }) => {
    if (!isDemoEmail(email)) await endDemoTeam(tx);
  });
  platform.events.on('account.deleted', (tx, { userId }) => keepLastOwner(tx, userId));
  platform.events.on('account.left', (tx, { userId }) => requireOtherOwner(tx, userId));
}
