import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { type SiteSection, sectionsFor } from '#app/site-sections.ts';
import { overviewOptions, SecondFactorNotice, siteOptions } from '#features/site/public.ts';
import { isFirstLoad } from '#platform/first-load.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** Links to what the team does: from 1280 px a list beside the open part, on a phone one row, which scrolls sideways and has the open one in view. */
function Sections({ sections, open }: { sections: readonly SiteSection[]; open: SiteSection }) {
  const current = useRef<HTMLAnchorElement>(null);
  const { data: overview } = useQuery(overviewOptions);
  const waiting: Record<string, number> = overview?.waiting ?? {};
  const badges = Object.keys(waiting).length;
  // Badges make the row longer.
  useEffect(() => {
    if (open.name !== '' && badges >= 0) current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open.name, badges]);
  return (
    <nav
      aria-label="Site"
      className="-mx-3 mb-5 overflow-x-auto px-3 pb-1 sm:-mx-4 sm:px-4 xl:sticky xl:top-5 xl:m-0 xl:self-start xl:p-0"
    >
      <ul className="flex w-max gap-1.5 md:w-auto md:flex-wrap xl:flex-col xl:gap-1">
        {sections.map(({ name, label, icon: Icon }) => (
          <li key={name}>
            <Link
              ref={name === open.name ? current : undefined}
              to={name === 'overview' ? pathTo('site') : pathTo('siteSection', { section: name })}
              aria-current={name === open.name ? 'page' : undefined}
              className="relative inline-flex min-h-11 items-center gap-2 whitespace-nowrap md:gap-1.5 md:px-2 rounded-control border border-line bg-surface px-3.5 font-medium text-muted text-sm hover:text-text aria-[current=page]:border-line-strong aria-[current=page]:bg-raised aria-[current=page]:text-text xl:flex xl:gap-3 xl:border-transparent xl:bg-transparent xl:px-3 xl:hover:bg-raised xl:aria-[current=page]:border-transparent xl:aria-[current=page]:bg-raised"
            >
              <Icon size={17} aria-hidden="true" />
              {label}
              <CountBadge count={waiting[name] ?? 0} />
              {(waiting[name] ?? 0) > 0 && <span className="sr-only">({waiting[name]} waiting)</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NotForYou() {
  return (
    <EmptyState
      icon={ShieldCheck}
      title="This is for the site's team"
      action={
        <Button asChild>
          <Link to={pathTo('about')}>See who runs the site</Link>
        </Button>
      }
    >
      Owners, admins and moderators look after the site here.
    </EmptyState>
  );
}

/** Where the site's team works. */
export default function SitePage() {
  const { site_role: role = null } = useCurrentUser();
  const { section = 'overview' } = useParams();
  // Somebody comes back here once they've set up a second factor.
  const query = useQuery({
    ...siteOptions,
    refetchOnMount: ({ state }) => (state.data?.second_factor_notice ? 'always' : true),
  });
  const site = query.data;
  const sections = sectionsFor(role);
  const open = sections.find(({ name }) => name === section);
  usePageTitle(open?.label ?? 'Site');
  if (sections.length > 0 && open === undefined) return <Navigate to={pathTo('site')} replace />;
  return (
    <>
      <PageHeader title={site?.name ?? 'Site'} backTo={pathTo('feed')} backLabel="Back to the feed" />
      {open === undefined ? (
        <NotForYou />
      ) : (
        <>
          {site?.second_factor_notice && <SecondFactorNotice {...site.second_factor_notice} />}
          {/* The notice would push everything down if it came later. */}
          {!isFirstLoad(query) && !site?.second_factor_notice?.paused && (
            <div className="xl:grid xl:grid-cols-[196px_minmax(0,1fr)] xl:gap-7">
              <Sections sections={sections} open={open} />
              <div>
                <h2 className="sr-only xl:not-sr-only xl:mb-4 xl:font-bold xl:text-lg">{open.label}</h2>
                <open.Component key={open.name} />
              </div>
            </div>
          )}
        </>
      )}
    </>
  );
}
