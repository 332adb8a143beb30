import { DataPlaces } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function DataPlacesPage() {
  usePageTitle('Which data goes where');
  return <DataPlaces />;
}
