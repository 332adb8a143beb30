import { lateOverlay } from '#ui/late/late.tsx';

/** A group's members, name and picture. */
export const LateGroupDialog = lateOverlay(
  async () => (await import('#features/conversations/GroupDialog.tsx')).GroupDialog,
  'The group',
);

/** The form for a new group. */
export const LateNewGroupDialog = lateOverlay(
  async () => (await import('#features/conversations/NewGroupDialog.tsx')).NewGroupDialog,
  'The form',
);
