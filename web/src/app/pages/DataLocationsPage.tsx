import { DataLocations } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function DataLocationsPage() {
  usePageTitle('Which data goes where');
  return <DataLocations />;
}
