import { SitePageText, sitePageTitles } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function PrivacyPolicyPage() {
  usePageTitle(sitePageTitles.privacy);
  return <SitePageText page="privacy" />;
}
