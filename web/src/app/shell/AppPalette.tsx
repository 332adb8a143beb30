import { settingsPages } from '#app/settings-pages.ts';
import { menuFor, settings } from '#app/shell/destinations.ts';
import { Palette } from '#features/search/public.ts';
import { useCurrentUser } from '#platform/session.ts';

/** The palette with the app's pages. */
export default function AppPalette({ onClose }: { onClose: () => void }) {
  const { site_role: role } = useCurrentUser();
  return <Palette pages={[...menuFor(role), settings, ...settingsPages]} onClose={onClose} />;
}
