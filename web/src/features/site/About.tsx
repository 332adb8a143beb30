import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RuleList } from '#features/site/RuleList.tsx';
import { SiteLinks } from '#features/site/SiteLinks.tsx';
import { siteOptions } from '#features/site/site.data.ts';
import { contactLink, howToJoin, languageName } from '#features/site/site.rules.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Contact({ contact }: { contact: string }) {
  const link = contactLink(contact);
  if (link === undefined) return <p className="whitespace-pre-line">{contact}</p>;
  return (
    <p>
      <a href={link} className="break-all font-semibold text-accent-text underline-offset-4 hover:underline">
        {contact}
      </a>
    </p>
  );
}

function AboutSite({ site }: { site: Site }) {
  const joining = howToJoin(site);
  return (
    <>
      {site.description !== '' && <p className="whitespace-pre-line text-pretty">{site.description}</p>}
      {joining !== undefined && <p className="text-muted">{joining}</p>}
      {site.rules.length > 0 && (
        <Part title="Rules">
          <RuleList rules={site.rules} />
        </Part>
      )}
      <Part title="Who runs it">
        {site.run_by.length === 0 ? (
          <p className="text-muted">Nobody yet.</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {site.run_by.map((person) => (
              <li key={person.username} className="flex items-center gap-3">
                <Avatar {...avatarUrls(person.profile_path)} size={40} />
                <span className="min-w-0">
                  <bdi className="block truncate font-semibold">{person.name ?? person.username}</bdi>
                  <span className="block truncate text-muted text-sm">@{person.username}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {site.languages.length > 0 && (
        <Part title={site.languages.length === 1 ? 'Language' : 'Languages'}>
          <p>{site.languages.map(languageName).join(', ')}</p>
        </Part>
      )}
      {site.contact !== '' && (
        <Part title="Contact">
          <Contact contact={site.contact} />
        </Part>
      )}
    </>
  );
}

/** Name, description, rules, who runs the site, and how to reach them: for everybody. @param children what comes last */
export function About({ children }: { children: ReactNode }) {
  const query = useQuery(siteOptions);
  const { data: site } = query;
  const failure = useLoadFailure(query, 'this page');
  if (failure !== null) {
    return (
      <>
        <ErrorState {...failure}>{failure.text}</ErrorState>
        {children}
      </>
    );
  }
  if (site === undefined) {
    return (
      <Loading label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-20 w-full rounded-card" />
      </Loading>
    );
  }
  return (
    <div className="flex animate-appear flex-col gap-7">
      <h1 className="font-bold text-2xl tracking-tight">
        About <bdi>{site.name}</bdi>
      </h1>
      <AboutSite site={site} />
      <SiteLinks />
      {children}
    </div>
  );
}
