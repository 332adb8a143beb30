import type { SitePage } from '@hubbub/contract/features/site/site.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { siteOptions } from '#features/site/site.data.ts';
import { sitePageTitles } from '#features/site/site.rules.ts';
import { pathTo } from '#platform/paths.ts';
import { cx } from '#ui/cx.ts';

const link =
  'inline-flex min-h-11 items-center rounded-sm px-1 font-semibold text-accent-text underline-offset-4 hover:underline';

interface SiteLinksProps {
  withAbout?: boolean;
  isCentered?: boolean;
  /** The page that's open. */
  except?: SitePage | 'data';
}

/** Links to what the site says about itself: those pages that it has. */
export function SiteLinks({ withAbout = false, isCentered = false, except }: SiteLinksProps) {
  const { data: site } = useQuery(siteOptions);
  const links = [
    ...(withAbout ? [{ to: pathTo('about'), label: 'About this site' }] : []),
    ...(site?.pages ?? [])
      .filter((page) => page !== except)
      .map((page) => ({
        to: pathTo(page === 'privacy' ? 'privacyPolicy' : page),
        label: sitePageTitles[page],
      })),
    ...(except === 'data' ? [] : [{ to: pathTo('dataLocations'), label: 'Which data goes where' }]),
  ];
  return (
    <nav aria-label="About this site">
      <ul className={cx('-mx-1 flex flex-wrap gap-x-3', isCentered && 'justify-center')}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
