import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IdentityForm } from '#features/site/IdentityForm.tsx';
import { MemberPrivacyForm } from '#features/site/MemberPrivacyForm.tsx';
import { RegistrationForm } from '#features/site/RegistrationForm.tsx';
import { RulesForm } from '#features/site/RulesForm.tsx';
import { SecondFactorForm } from '#features/site/SecondFactorForm.tsx';
import { SitePageForm } from '#features/site/SitePageForm.tsx';
import { siteOptions } from '#features/site/site.data.ts';
import { sitePageTitles } from '#features/site/site.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">{title}</h2>
      {children}
    </Card>
  );
}

/** What admins may change about the site. */
export function SiteSettings() {
  const query = useQuery(siteOptions);
  const { data: site } = query;
  const failure = useLoadFailure(query, 'the settings');
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (site === undefined) {
    return (
      <Loading label="Loading the settings">
        <Skeleton className="h-80 w-full rounded-card" />
      </Loading>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Part title="The site">
        <IdentityForm site={site} whole action="Save" />
      </Part>
      <Part title="Who may register">
        <RegistrationForm site={site} whole action="Save" />
      </Part>
      <Part title="Members' privacy">
        <MemberPrivacyForm site={site} />
      </Part>
      <Part title="Your team">
        <SecondFactorForm site={site} />
      </Part>
      <Part title="Rules">
        <RulesForm site={site} action="Save" />
      </Part>
      <Part title={sitePageTitles.imprint}>
        <SitePageForm site={site} page="imprint" />
      </Part>
      <Part title={sitePageTitles.privacy}>
        <SitePageForm site={site} page="privacy" />
      </Part>
      <Link
        to={pathTo('firstSteps')}
        className="inline-flex min-h-11 items-center self-start rounded-sm px-1 font-semibold text-accent-text underline-offset-4 hover:underline"
      >
        Go through the first steps again
      </Link>
    </div>
  );
}
