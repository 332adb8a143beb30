import { Monitor, Moon, Sun } from 'lucide-react';
import { ConfirmHost, SettingsForm, SettingsLinks } from '#features/accounts/public.ts';
import { PrivacySettings } from '#features/notifications/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { setTheme, useTheme } from '#platform/preferences.ts';
import { Card } from '#ui/card/Card.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';

export default function SettingsPage() {
  usePageTitle('Settings');
  const theme = useTheme();
  return (
    <>
      <PageHeader title="Settings" backTo={pathTo('feed')} backLabel="Back to the feed" />
      <div className="flex flex-col gap-5">
        <SettingsForm />
        <Card className="flex flex-col gap-3 p-5 sm:p-6">
          <h2 className="font-semibold text-lg">Appearance</h2>
          <Segmented
            label="Theme"
            value={theme}
            onValueChange={setTheme}
            options={[
              { value: 'system', label: 'System', icon: Monitor },
              { value: 'dark', label: 'Dark', icon: Moon },
              { value: 'light', label: 'Light', icon: Sun },
            ]}
          />
        </Card>
        <PrivacySettings />
        <SettingsLinks />
      </div>
      <ConfirmHost />
    </>
  );
}
