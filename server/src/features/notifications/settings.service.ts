import {
  type NotificationSettings,
  settingTypes,
  type updateNotificationSettings as updateCall,
} from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { holdUser } from '#features/accounts/public.ts';
import { notePresenceChoice } from '#features/presence/public.ts';
import { type Privacy, readPrivacy, setPrivacy } from '#features/relations/public.ts';
import { unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { findSettings, type StoredSettings, storeSettings } from './settings.queries.ts';
import { afterChoice, isNotifiedOf } from './settings.rules.ts';
import { reviewNotifications } from './sight.service.ts';

function viewSettings(
  { changed, mail, quiet, previews, ringtone }: StoredSettings,
  privacy: Privacy,
): { settings: NotificationSettings } {
  const types = Object.fromEntries(
    settingTypes.map((type) => [
      type,
      {
        in_app: isNotifiedOf(changed, type, 'in_app'),
        push: isNotifiedOf(changed, type, 'push'),
        mail: isNotifiedOf(changed, type, 'mail'),
      },
    ]),
  ) as NotificationSettings['types'];
  return { settings: { ...privacy, types, mail, quiet, previews, ringtone } };
}

/** The caller's notification settings and privacy choices. */
export async function readSettings({ db }: Platform, userId: string): Promise<EndpointAnswer<typeof updateCall>> {
  const [settings, privacy] = await Promise.all([findSettings(db.kysely, userId), readPrivacy(db.kysely, userId)]);
  return viewSettings(settings, privacy);
}

/** Changes the caller's notification settings and privacy choices; left-out ones stay as they are. */
export async function updateSettings(
  platform: Platform,
  userId: string,
  { types = {}, mail, quiet, previews, ringtone, ...privacy }: EndpointRequest<typeof updateCall>['body'],
): Promise<EndpointAnswer<typeof updateCall>> {
  const settings = await platform.db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const before = await findSettings(tx, userId);
    const after = {
      changed: {
        in_app: afterChoice(before.changed, 'in_app', types),
        push: afterChoice(before.changed, 'push', types),
        mail: afterChoice(before.changed, 'mail', types),
      },
      mail: mail ?? before.mail,
      quiet: quiet === undefined ? before.quiet : quiet,
      previews: previews ?? before.previews,
      ringtone: ringtone ?? before.ringtone,
    };
    await storeSettings(tx, userId, after, platform.clock.now());
    const shown = await readPrivacy(tx, userId);
    await setPrivacy(tx, userId, privacy);
    const now = await readPrivacy(tx, userId);
    if (now.presence !== shown.presence) await notePresenceChoice(tx, userId, now.presence);
    return viewSettings(after, now);
  });
  await reviewNotifications(platform, { userIds: [userId] });
  return settings;
}
