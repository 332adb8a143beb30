import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { type SiteSection, sectionsFor } from '#app/site-sections.ts';
import { overviewOptions, SecondFactorNotice, siteOptions } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { CountBadge } from '#ui/count-badge/CountBadge.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** Links to what the team does: on a phone one row, which scrolls sideways and has the open one in view. */
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
    <nav aria-label="Site" className="-mx-3 mb-5 overflow-x-auto px-3 pb-1 sm:-mx-4 sm:px-4">
      <ul className="flex w-max gap-1.5 md:w-auto md:flex-wrap">
        {sections.map(({ name, label, icon: Icon }) => (
          <li key={name}>
            <Link
              ref={name === open.name ? current : undefined}
              to={name === 'overview' ? pathTo('site') : pathTo('siteSection', { section: name })}
              aria-current={name === open.name ? 'page' : undefined}
              className="relative inline-flex min-h-11 items-center gap-2 whitespace-nowrap md:gap-1.5 md:px-2 rounded-control border border-line bg-surface px-3.5 font-medium text-muted text-sm hover:text-text aria-[current=page]:border-line-strong aria-[current=page]:bg-raised aria-[current=page]:text-text"
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
  const { data: site } = useQuery({
    ...siteOptions,
    refetchOnMount: ({ state }) => (state.data?.second_factor_notice ? 'always' : true),
  });
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
          {!site?.second_factor_notice?.paused && (
            <>
              <Sections sections={sections} open={open} />
              <h2 className="sr-only">{open.label}</h2>
              <open.Component key={open.name} />
            </>
          )}
        </>
      )}
    </>
  );
}
