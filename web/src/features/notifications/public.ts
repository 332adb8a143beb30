export { MailSettings } from '#features/notifications/MailSettings.tsx';
export { Notifications } from '#features/notifications/Notifications.tsx';
export { PrivacySettings } from '#features/notifications/PrivacySettings.tsx';
export { PushDevices } from '#features/notifications/PushDevices.tsx';
export { PushSwitch } from '#features/notifications/PushSwitch.tsx';
export { QuietHours } from '#features/notifications/QuietHours.tsx';
export { TypeSettings } from '#features/notifications/TypeSettings.tsx';
export { useNotificationsLive } from '#features/notifications/use-notifications-live.ts';
