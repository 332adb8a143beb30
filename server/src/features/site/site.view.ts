import type { Announcement, Site, SitePage } from '@hubbub/contract/features/site/site.shapes.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import type { AnnouncementRow } from './announcement.queries.ts';
import type { SiteRow } from './site.queries.ts';
import { isAdmin, type SiteStanding } from './site.rules.ts';

export interface SiteFacts {
  row: SiteRow;
  pages: SitePage[];
  runners: Parameters<typeof viewAuthor>[0][];
  /** Whether the next person to register becomes the owner. */
  isFirst: boolean;
  /** Undefined: no session. */
  viewer?:
    | {
        role: SiteStanding;
        announcement: AnnouncementRow | undefined;
        deletionGraceDays: number;
        hasCalls: boolean;
        factorDueAt: Date | null;
        now: Date;
      }
    | undefined;
}

export const viewAnnouncement = ({ id, post_id, until }: AnnouncementRow): Announcement => ({
  announcement_id: id,
  post_id,
  until: until?.toISOString() ?? null,
});

/** The site as a viewer sees it. */
export function viewSite({ row, pages, runners, isFirst, viewer }: SiteFacts): Site {
  const everybodys = {
    name: row.name,
    description: row.description,
    rules: row.rules,
    registration: row.registration,
    logo_path: row.logo_path,
    contact: row.contact,
    languages: row.languages,
    pages,
    rules_tick: row.rules_tick,
    previews: row.previews,
    run_by: runners.map(viewAuthor),
  };
  if (!viewer) return { ...everybodys, ...(isFirst && { first_account_owns: true }) };
  const announcement = viewer.announcement ? viewAnnouncement(viewer.announcement) : null;
  const { factorDueAt: dueAt } = viewer;
  const notice = dueAt && { due_at: dueAt.toISOString(), paused: dueAt <= viewer.now };
  const members = {
    ...everybodys,
    announcement,
    deletion_grace_days: viewer.deletionGraceDays,
    calls: viewer.hasCalls,
    ...(notice && { second_factor_notice: notice }),
  };
  if (!isAdmin(viewer.role)) return members;
  return {
    ...members,
    email_domains: row.email_domains,
    member_invites: row.member_invites,
    default_messages_from: row.default_messages_from,
    default_read_marks: row.default_read_marks,
    default_presence: row.default_presence,
    second_factor: row.second_factor,
    first_steps_done: row.first_steps_at !== null,
  };
}
