import { usePageTitle } from '#platform/page-title.ts';

export default function SettingsPage() {
  usePageTitle('Settings');
  return <h1 className="font-bold text-2xl">Settings</h1>;
}
