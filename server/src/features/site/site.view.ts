import type { Announcement, Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import type { AnnouncementRow } from './announcement.queries.ts';
import type { SiteRow } from './site.queries.ts';
import { isAdmin, type SiteStanding } from './site.rules.ts';

export interface SiteFacts {
  row: SiteRow;
  runners: Parameters<typeof viewAuthor>[0][];
  /** Undefined: no session. */
  viewer?: { role: SiteStanding; announcement: AnnouncementRow | undefined } | undefined;
}

export const viewAnnouncement = ({ id, post_id, until }: AnnouncementRow): Announcement => ({
  announcement_id: id,
  post_id,
  until: until?.toISOString() ?? null,
});

/** The site as a viewer sees it. */
export function viewSite({ row, runners, viewer }: SiteFacts): Site {
  const everybodys = {
    name: row.name,
    description: row.description,
    rules: row.rules,
    registration: row.registration,
    logo_path: row.logo_path,
    contact: row.contact,
    languages: row.languages,
    run_by: runners.map(viewAuthor),
  };
  if (!viewer) return everybodys;
  const announcement = viewer.announcement ? viewAnnouncement(viewer.announcement) : null;
  if (!isAdmin(viewer.role)) return { ...everybodys, announcement };
  return {
    ...everybodys,
    announcement,
    email_domains: row.email_domains,
    member_invites: row.member_invites,
    default_messages_from: row.default_messages_from,
    default_read_marks: row.default_read_marks,
    default_presence: row.default_presence,
    first_steps_done: row.first_steps_at !== null,
  };
}
