import { Flag } from 'lucide-react';
import { openReport } from '#features/moderation/report-store.ts';
import { storedUser } from '#platform/session.ts';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import type { Subject } from '#ui/dropdown-menu/subject-menu.ts';

/** Report, for anything that somebody else made. */
export function reportItems({ kind, id, username }: Subject): MenuItem[] {
  if (username !== null && username.toLowerCase() === storedUser()?.username.toLowerCase()) return [];
  return [{ label: 'Report', icon: Flag, onSelect: () => openReport({ kind, id, username }) }];
}
