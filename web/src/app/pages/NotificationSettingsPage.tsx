import {
  MailSettings,
  PushDevices,
  PushSwitch,
  QuietHours,
  RingtoneSetting,
  SettingsCards,
  TypeSettings,
} from '#features/notifications/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function NotificationSettingsPage() {
  usePageTitle('Notification settings');
  return (
    <>
      <PageHeader title="Notification settings" backTo={pathTo('settings')} backLabel="Back to settings" narrowOnly />
      <div className="flex flex-col gap-4">
        <PushSwitch />
        <SettingsCards what="your notification settings">
          <PushDevices />
          <TypeSettings />
          <MailSettings />
          <RingtoneSetting />
          <QuietHours />
        </SettingsCards>
      </div>
    </>
  );
}
