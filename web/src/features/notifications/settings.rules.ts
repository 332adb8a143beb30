import type {
  NotificationSettings,
  updateNotificationSettings,
} from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';

type Change = EndpointRequest<typeof updateNotificationSettings>['body'];

/** Settings after a change, of which whatever is left out stays. */
export function changed(settings: NotificationSettings, { types = {}, ...others }: Change): NotificationSettings {
  const given = Object.entries(others).filter(([, choice]) => choice !== undefined);
  const next = Object.fromEntries(
    Object.entries(settings.types).map(([type, choice]) => [
      type,
      { ...choice, ...types[type as keyof typeof settings.types] },
    ]),
  ) as NotificationSettings['types'];
  return { ...settings, ...Object.fromEntries(given), types: next };
}
