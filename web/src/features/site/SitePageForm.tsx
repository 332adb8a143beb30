import { type Site, type SitePage, siteChange } from '@hubbub/contract/features/site/site.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageOptions } from '#features/site/pages.data.ts';
import { privacyTemplate } from '#features/site/privacy-template.ts';
import { SiteForm } from '#features/site/SiteForm.tsx';
import { sitePageTitles } from '#features/site/site.rules.ts';
import { useSiteForm } from '#features/site/use-site-form.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { Markdown } from '#ui/markdown/Markdown.tsx';
import { Segmented } from '#ui/segmented/Segmented.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

const hints: Readonly<Record<SitePage, string>> = {
  imprint: 'Who is responsible for this site, with an address. Some countries require it.',
  privacy: 'Which data you keep, why, and what people can ask of you.',
};

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const;

const schema = siteChange.pick({ imprint: true, privacy: true });

function Editor({ site, page, saved }: { site: Site; page: SitePage; saved: string }) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const client = useQueryClient();
  const title = sitePageTitles[page];
  const validated = useSiteForm({
    schema,
    initial: { [page]: saved },
    change: (body) => ({ body }),
    onSaved: ({ [page]: text = '' }) => client.setQueryData(pageOptions(page).queryKey, text.trim() === '' ? '' : text),
  });
  const { field, form } = validated;
  const text = form.watch(page) ?? '';

  return (
    <SiteForm
      form={validated}
      after={
        site.pages.includes(page) && (
          <Link
            to={pathTo(page === 'privacy' ? 'privacyPolicy' : page)}
            className="inline-flex min-h-11 items-center self-start rounded-sm px-1 font-semibold text-accent-text underline-offset-4 hover:underline"
          >
            See the page
          </Link>
        )
      }
    >
      <Segmented label={`${title}: write or preview`} value={view} onValueChange={setView} options={views} />
      {view === 'write' ? (
        <TextArea
          {...field(page)}
          label={title}
          hideLabel
          hint={`${hints[page]} Markdown works, such as # for headings and **bold**. Leave it empty to go without this page.`}
          rows={8}
          grows
          maxLength={limits.site.pages.max}
        />
      ) : (
        <div className="rounded-control border border-line p-4">
          {text.trim() === '' ? <p className="text-muted">Nothing written yet</p> : <Markdown text={text} />}
        </div>
      )}
      {page === 'privacy' && text.trim() === '' && (
        <Button tone="secondary" onClick={() => form.setValue(page, privacyTemplate(site, window.location.origin))}>
          Start with a template
        </Button>
      )}
    </SiteForm>
  );
}

/** Writing one of the site's pages. */
export function SitePageForm({ site, page }: { site: Site; page: SitePage }) {
  // What's typed stays while the saved text is fetched again.
  const query = useQuery({ ...pageOptions(page), staleTime: Number.POSITIVE_INFINITY });
  const failure = useLoadFailure(query, 'this page');
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (query.data === undefined) {
    return (
      <Loading label="Loading the page">
        <Skeleton className="h-40 w-full rounded-control" />
      </Loading>
    );
  }
  return <Editor site={site} page={page} saved={query.data} />;
}
