import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RuleList } from '#features/site/RuleList.tsx';
import { siteOptions } from '#features/site/site.data.ts';
import { pathTo } from '#platform/paths.ts';

/** What somebody who's joining should know: the rules, and where the privacy policy is. */
export function RulesToAccept() {
  const { data: site } = useQuery(siteOptions);
  if (site === undefined || (site.rules.length === 0 && !site.pages.includes('privacy'))) return null;
  return (
    <section aria-label="Rules" className="flex flex-col gap-3 rounded-card border border-line p-4 text-sm">
      {site.rules.length > 0 && (
        <>
          <h2 className="font-semibold text-base">Rules</h2>
          <RuleList rules={site.rules} />
        </>
      )}
      {site.pages.includes('privacy') && (
        <p>
          <Link
            to={pathTo('privacyPolicy')}
            target="_blank"
            className="font-semibold text-accent-text underline underline-offset-4 hover:no-underline"
          >
            Privacy policy
          </Link>
        </p>
      )}
    </section>
  );
}
