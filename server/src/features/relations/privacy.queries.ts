import type { MessagesFrom } from '@hubbub/contract/features/site/site.shapes.ts';
import type { Db, Tx } from '#platform/database/database.ts';

/** What a person shows others about themselves, and who they get messages from. */
export interface Privacy {
  read_marks: boolean;
  presence: boolean;
  messages_from: MessagesFrom;
}

/** A person's own choices about what they show others; null: the site's default applies. */
export interface PrivacyChoices {
  read_marks: boolean | null;
  presence: boolean | null;
  messages_from: MessagesFrom | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    privacy: PrivacyChoices & { user_id: string };
  }
}

/** A person's choices, and the site's defaults. */
export async function findPrivacy(db: Db, userId: string): Promise<{ chosen: PrivacyChoices; proposed: Privacy }> {
  const own = await db.selectFrom('privacy').selectAll().where('user_id', '=', userId).executeTakeFirst();
  const site = await db
    .selectFrom('site')
    .select(['default_read_marks', 'default_presence', 'default_messages_from'])
    .executeTakeFirst();
  return {
    chosen: {
      read_marks: own?.read_marks ?? null,
      presence: own?.presence ?? null,
      messages_from: own?.messages_from ?? null,
    },
    proposed: {
      read_marks: site?.default_read_marks ?? true,
      presence: site?.default_presence ?? true,
      messages_from: site?.default_messages_from ?? 'everyone',
    },
  };
}

/** Stores choices; those left out stay. */
export async function storePrivacy(tx: Tx, userId: string, choices: Partial<PrivacyChoices>): Promise<void> {
  await tx
    .insertInto('privacy')
    .values({ user_id: userId, read_marks: null, presence: null, messages_from: null, ...choices })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId, ...choices }))
    .execute();
}
