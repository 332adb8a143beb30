import { eb, exists } from '#platform/database/expressions.ts';
import type { Notification, NotificationKind } from './notification.kind.ts';
import { linkOfPerson, securitySentence } from './notifications.rules.ts';

const always = eb.lit(true);

const securityEntry = (own: Notification) =>
  eb
    .selectFrom('security_log')
    .where('security_log.user_id', '=', own.user_id)
    .where('security_log.id', '=', eb.cast<string>(own.subject, 'uuid'));

/** Somebody's own account, their roles, and the people they invited. */
export const accountKinds = {
  invite: {
    thing: () => always,
    actor: () => always,
    needsActor: true,
    sentence: (people) => `${people} joined with your invite`,
    link: linkOfPerson,
  },
  role: {
    thing: (own) =>
      exists(
        eb
          .selectFrom('community_role_holders as held')
          .where('held.community_id', '=', own.community_id)
          .where('held.user_id', '=', own.user_id)
          .where('held.role_id', '=', own.role_id),
      ),
    actor: () => always,
    excerpt: (own) =>
      eb.selectFrom('community_roles as roles').select('roles.name').where('roles.id', '=', own.role_id),
    sentence: (_, { communityName, excerpt }) =>
      `You now have the ${excerpt} role in ${communityName ?? 'a community'}`,
    link: ({ communityHandle }) => `/communities?community=${communityHandle}`,
  },
  security: {
    thing: (own) => exists(securityEntry(own)),
    excerpt: (own) => securityEntry(own).select('security_log.event'),
    sentence: (_, { excerpt }) => securitySentence(excerpt),
    link: () => '/settings/security',
  },
} satisfies Record<string, NotificationKind>;
