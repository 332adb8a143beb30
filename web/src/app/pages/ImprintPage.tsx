import { SitePageText, sitePageTitles } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function ImprintPage() {
  usePageTitle(sitePageTitles.imprint);
  return <SitePageText page="imprint" />;
}
