import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { accountKinds } from './account.kind.ts';
import { activityKinds } from './activity.kind.ts';
import { moderationKinds } from './moderation.kind.ts';
import type { NotificationKind } from './notification.kind.ts';
import { type Facts, peopleOf } from './notifications.rules.ts';

/** All types of notifications. */
export const kinds: Readonly<Record<NotificationType, NotificationKind>> = {
  ...activityKinds,
  ...accountKinds,
  ...moderationKinds,
};

/** What happened, as a sentence. */
export const sentenceOf = (facts: Facts) => kinds[facts.type].sentence(peopleOf(facts.names, facts.count), facts);

/** The path that a notification opens. */
export const linkOf = (facts: Facts) => kinds[facts.type].link(facts);
