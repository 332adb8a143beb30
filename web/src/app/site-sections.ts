import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import {
  Flag,
  Gauge,
  Gavel,
  type LucideIcon,
  MailPlus,
  Megaphone,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserRoundCheck,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { late } from '#ui/late/late.tsx';

/** A part of the site team's page. */
export interface SiteSection {
  /** The end of its path, `/site/<name>`; the first one is at `/site`. */
  name: string;
  label: string;
  icon: LucideIcon;
  /** The lowest role that sees it. */
  least: Exclude<SiteRole, 'owner'>;
  Component: ComponentType;
}

const section = (name: string, fetchComponent: () => Promise<ComponentType>) => late(fetchComponent, { name });

/** Every part of the team's page, in the order of its navigation. To add one, add a row. */
const siteSections: readonly SiteSection[] = [
  {
    name: 'overview',
    label: 'Overview',
    icon: Gauge,
    least: 'moderator',
    Component: section('The overview', async () => (await import('#features/site/public.ts')).Overview),
  },
  {
    name: 'people',
    label: 'People',
    icon: Users,
    least: 'moderator',
    Component: section('The list of people', async () => (await import('#app/SitePeople.tsx')).SitePeople),
  },
  {
    name: 'requests',
    label: 'Requests',
    icon: UserRoundCheck,
    least: 'moderator',
    Component: section('The list of requests', async () => (await import('#features/site/public.ts')).RequestsSection),
  },
  {
    name: 'reports',
    label: 'Reports',
    icon: Flag,
    least: 'moderator',
    Component: section('The reports', async () => (await import('#features/moderation/public.ts')).ReportQueue),
  },
  {
    name: 'appeals',
    label: 'Appeals',
    icon: Gavel,
    least: 'moderator',
    Component: section('The appeals', async () => (await import('#features/moderation/public.ts')).AppealQueue),
  },
  {
    name: 'invites',
    label: 'Invites',
    icon: MailPlus,
    least: 'admin',
    Component: section('The list of invites', async () => (await import('#features/site/public.ts')).InvitesSection),
  },
  {
    name: 'announcement',
    label: 'Announcement',
    icon: Megaphone,
    least: 'admin',
    Component: section('The announcement', async () => (await import('#features/site/public.ts')).AnnouncementForm),
  },
  {
    name: 'audit',
    label: 'Audit log',
    icon: ScrollText,
    least: 'admin',
    Component: section('The audit log', async () => (await import('#features/site/public.ts')).AuditLog),
  },
  {
    name: 'security',
    label: 'Security log',
    icon: ShieldCheck,
    least: 'admin',
    Component: section('The security log', async () => (await import('#features/site/public.ts')).SiteSecurityLog),
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: Settings2,
    least: 'admin',
    Component: section('The settings', async () => (await import('#features/site/public.ts')).SiteSettings),
  },
];

/** The parts that a role sees. */
export const sectionsFor = (role: SiteRole | null): readonly SiteSection[] => {
  if (role === null) return [];
  return siteSections.filter(({ least }) => least === 'moderator' || role !== 'moderator');
};
