import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { lockUser, mailUser, type Origin, recordSecurity } from '#features/accounts/public.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { deleteNeedlessNotices, listMissing, storeNotice } from './second-factor.queries.ts';
import { type Notice, nextNotice } from './second-factor.rules.ts';
import { secondFactorMail, teamRightsPausedMail } from './site.mail.ts';

const atATime = 100;

const bySite: Origin = { device: 'This site', address: '', requestId: '' };

/** Sends `nextNotice` to each team member who lacks a second factor, in the app and by mail. */
export async function tellTeamOfSecondFactor(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  await deleteNeedlessNotices(db.kysely);
  let after = noId;
  for (;;) {
    const missing = await listMissing(db.kysely, { after, size: atATime });
    for (const { id, notice } of missing) {
      const next = nextNotice(notice, clock.now());
      if (next) await tell(platform, id, next);
    }
    const last = missing.at(-1);
    if (!last || missing.length < atATime) return;
    after = last.id;
  }
}

async function tell(platform: Platform, userId: string, notice: Notice): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const role: SiteRole | null = user?.site_role ?? null;
    if (!user || role === null || !(await storeNotice(tx, userId, notice))) return;
    const isPaused = notice.stage === 'paused';
    const event = isPaused ? 'team_rights_paused' : 'second_factor_asked';
    await recordSecurity(platform, tx, { userId, event, origin: bySite });
    const mail = isPaused
      ? teamRightsPausedMail(user.username, role)
      : secondFactorMail(user.username, role, notice.dueAt);
    await mailUser(platform, tx, user, mail);
  });
}
