import { Monitor, Moon, Sun } from 'lucide-react';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { setTheme, useTheme } from '#platform/preferences.ts';
import { Card } from '#ui/card/Card.tsx';
import { setDataSaver, useDataSaver } from '#ui/data-saver/data-saver.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';

/** Settings › Appearance and language, of this browser. */
export default function AppearancePage() {
  usePageTitle('Appearance and language');
  const theme = useTheme();
  const dataSaver = useDataSaver();
  return (
    <>
      <PageHeader title="Appearance and language" backTo={pathTo('settings')} backLabel="Back to settings" narrowOnly />
      <div className="flex flex-col gap-5">
        <Card className="flex flex-col gap-3 p-5 sm:p-6">
          <h2 className="font-semibold text-lg">Theme</h2>
          <p className="text-muted text-sm">
            For this browser. "System" follows your device, also when it changes at night.
          </p>
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
        <Card className="flex flex-col gap-3 p-5 sm:p-6">
          <h2 className="font-semibold text-lg">Data saver</h2>
          <p className="text-muted text-sm">
            For this browser. When it's on, pictures, videos and sounds load when you tap them; a person's picture, on
            their profile. "System" follows your browser's data saver, if it has one.
          </p>
          <Segmented
            label="Data saver"
            value={dataSaver}
            onValueChange={setDataSaver}
            options={[
              { value: 'system', label: 'System' },
              { value: 'on', label: 'On' },
              { value: 'off', label: 'Off' },
            ]}
          />
        </Card>
        <Card className="flex flex-col gap-3 p-5 sm:p-6">
          <h2 className="font-semibold text-lg">Language</h2>
          <p className="text-muted text-sm">
            Hubbub is in English. Dates and times are written the way your browser's language writes them.
          </p>
        </Card>
      </div>
    </>
  );
}
