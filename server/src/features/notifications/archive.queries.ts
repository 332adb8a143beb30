import { ownRows } from '#platform/database/pages.ts';

/** The devices that get a person's pushes, without their addresses and keys. A person has few. */
export const ownPushDevices = ownRows<{ created_at: Date; device: string | null }>(
  1000,
  async (db, { userId, size }) => {
    return await db
      .selectFrom('push_subscriptions as subscription')
      .innerJoin('sessions', 'sessions.token_hash', 'subscription.session_hash')
      .select(['subscription.created_at', 'sessions.device'])
      .where('subscription.user_id', '=', userId)
      .orderBy('subscription.created_at', 'desc')
      .limit(size - 1)
      .execute();
  },
);
