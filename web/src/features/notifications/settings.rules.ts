import type {
  NotificationSettings,
  SettingType,
  updateNotificationSettings,
} from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';

type Change = EndpointRequest<typeof updateNotificationSettings>['body'];

/** The ways in which people are notified. */
export type Way = keyof NotificationSettings['types'][SettingType];

export const wayLabels: Record<Way, string> = { in_app: 'In app', push: 'Push', mail: 'Email' };

/** The ways a type can be chosen for: messages have lists of their own, calls stand among them, and what happens to an account is always mailed. */
export function waysOf(type: SettingType): Way[] {
  if (type === 'message') return ['push', 'mail'];
  if (type === 'call') return ['push'];
  return type === 'security' ? ['in_app', 'push'] : ['in_app', 'push', 'mail'];
}

/** All time zones this browser knows, and one more that's chosen already. */
export const timezonesWith = (chosen: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort();

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
