import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';

/** What a menu is about. */
export interface Subject {
  kind: 'post' | 'comment' | 'message' | 'user' | 'community';
  /** As reports name it: a user's is the username, a community's its handle. */
  id: string;
  /** Who made it; null: nobody who still has an account. */
  username: string | null;
  /** Whether the viewer has muted this person, where that's known. */
  muted?: boolean | undefined;
}

type Contribution = (subject: Subject) => readonly MenuItem[];

const contributions: Contribution[] = [];

/** Adds a feature's actions to the menus of everything people make. They're shown in the order of these calls. */
export function addToMenus(contribution: Contribution): void {
  contributions.push(contribution);
}

/** The actions that features offer about a subject. */
export const subjectItems = (subject: Subject): MenuItem[] =>
  contributions.flatMap((contribution) => contribution(subject));
