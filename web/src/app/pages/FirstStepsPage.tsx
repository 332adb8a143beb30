import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import {
  FirstInvite,
  IdentityForm,
  RegistrationForm,
  RulesForm,
  siteOptions,
  useUpdateSite,
} from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';

interface Step {
  title: string;
  lead: string;
  form: (site: Site, onSaved: () => void) => ReactNode;
}

const steps: readonly Step[] = [
  {
    title: 'Name and logo',
    lead: 'People see them when they log in and on the About page.',
    form: (site, onSaved) => <IdentityForm site={site} action="Save and continue" onSaved={onSaved} />,
  },
  {
    title: 'Who may register',
    lead: 'You can change this at any time.',
    form: (site, onSaved) => <RegistrationForm site={site} action="Save and continue" onSaved={onSaved} />,
  },
  {
    title: 'Rules',
    lead: 'Here are three to start with. Make them yours: reports and decisions refer to them.',
    form: (site, onSaved) => <RulesForm site={site} action="Save and continue" onSaved={onSaved} />,
  },
  {
    title: 'The first invite',
    lead: 'Show people the code, or send them the link.',
    form: () => <FirstInvite />,
  },
];

function Progress({ at }: { at: number }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-muted text-sm">
        Step {at + 1} of {steps.length}
      </p>
      <div aria-hidden="true" className="flex gap-1.5">
        {steps.map(({ title }, index) => (
          <span key={title} className={`h-1 flex-1 rounded-full ${index <= at ? 'bg-accent' : 'bg-line'}`} />
        ))}
      </div>
    </div>
  );
}

/** Leads a new owner through what a site needs. Each step can be skipped; Settings has all of them. */
function Steps({ site }: { site: Site }) {
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const finish = useUpdateSite();
  useEffect(() => {
    if (at > 0) heading.current?.focus();
  }, [at]);
  const step = steps[at];
  if (step === undefined) return null;
  const isLast = at === steps.length - 1;

  function goOn(): void {
    if (isLast) {
      finish.mutate({ body: { first_steps_done: true } }, { onSuccess: () => void navigate(pathTo('site')) });
    } else {
      setAt(at + 1);
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Progress at={at} />
      <header className="flex flex-col gap-1">
        <h1 ref={heading} tabIndex={-1} className="font-bold text-2xl tracking-tight outline-none">
          {step.title}
        </h1>
        <p className="text-pretty text-muted">{step.lead}</p>
      </header>
      <Card key={step.title} className="p-5 sm:p-6">
        {step.form(site, goOn)}
      </Card>
      <div className="flex items-center justify-between gap-3">
        <Button tone="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
          Back
        </Button>
        <Button tone={isLast ? 'secondary' : 'quiet'} pending={finish.isPending} onClick={goOn}>
          {isLast ? 'Finish' : 'Skip'}
        </Button>
      </div>
    </div>
  );
}

/** What a new owner sees first. */
export default function FirstStepsPage() {
  usePageTitle('First steps');
  const { site_role: role } = useCurrentUser();
  const { data: site } = useQuery(siteOptions);
  if (role !== 'owner' && role !== 'admin') return <Navigate to={pathTo('site')} replace />;
  if (site === undefined) {
    return (
      <Loading label="Loading">
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    );
  }
  return <Steps site={site} />;
}
