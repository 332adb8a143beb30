/** @typedef {import('./server.templates.mjs').Names} Names */

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Names} n */
export const data = (n) => `import * as endpoints from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

const key = ['${n.noun}'];

/** The caller's ${n.words}, newest first, one page at a time. */
export const ${n.many}Options = infiniteQueryOptions({
  queryKey: key,
  queryFn: ({ pageParam, signal }) => call(endpoints.list${n.Many}, { query: { before: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** Creates a ${n.word}. Its form shows what's wrong. */
export function useCreate${n.One}() {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: (content: string) => call(endpoints.create${n.One}, { body: { content } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useDelete${n.One}() {
  const client = useQueryClient();
  return useChange({
    fails: 'alert',
    mutationFn: (id: string) => call(endpoints.delete${n.One}, { params: { ${n.column}_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
`;

/** @param {Names} n */
export const form = (n) => `import { create${n.One} } from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { useCreate${n.One} } from '#features/${n.noun}/${n.noun}.data.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';

const draft = formDraft('${n.one}', ['content']);

/** A new ${n.word}. */
export function ${n.One}Form() {
  const create = useCreate${n.One}();
  const { submit, field, error, pending, form } = useValidatedForm({
    schema: create${n.One}.body,
    initial: { content: '' },
    draft,
    explain: refusalOf,
    onSubmit: async ({ content }) => {
      await create.mutateAsync(content);
      form.reset();
      draft.forget();
    },
  });
  return (
    <form noValidate onSubmit={submit} className="mb-5 flex flex-col gap-3">
      <TextArea label="New ${n.word}" rows={2} {...field('content')} />
      <FormError text={error} />
      <Button type="submit" pending={pending}>
        Add
      </Button>
    </form>
  );
}
`;

/** @param {Names} n */
export const list = (n) => `import type { ${n.One} } from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { List } from 'lucide-react';
import { ${n.many}Options, useDelete${n.One} } from '#features/${n.noun}/${n.noun}.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

function ${n.One}Row({ ${n.one} }: { ${n.one}: ${n.One} }) {
  const remove = useDelete${n.One}();
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <p dir="auto" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {${n.one}.content}
      </p>
      {${n.one}.viewer.can_delete && (
        <Button
          tone="secondary"
          size="sm"
          pending={remove.isPending}
          onClick={() => remove.mutate(${n.one}.${n.column}_id)}
        >
          Delete
          <span className="sr-only"> {${n.one}.content}</span>
        </Button>
      )}
    </li>
  );
}

/** The caller's ${n.words}, with what they can do with each. */
export function ${n.One}List() {
  const query = useInfiniteQuery(${n.many}Options);
  const failure = useLoadFailure(query, 'your ${n.words}');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (data === undefined) {
    return failure === null ? <Spinner label="Loading" /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  const ${n.many} = data.pages.flatMap((page) => page.${n.table});
  if (${n.many}.length === 0) return <EmptyState icon={List} title="No ${n.words} yet" />;
  return (
    <Card className="overflow-hidden">
      <ul aria-label="${capital(n.words)}" className="divide-y divide-line">
        {${n.many}.map((${n.one}) => (
          <${n.One}Row key={${n.one}.${n.column}_id} ${n.one}={${n.one}} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button tone="secondary" size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
`;

/** @param {Names} n */
export const publicFile = (n) => `export { ${n.One}Form } from '#features/${n.noun}/${n.One}Form.tsx';
export { ${n.One}List } from '#features/${n.noun}/${n.One}List.tsx';
`;

/** @param {Names} n */
export const page = (n) => `import { ${n.One}Form, ${n.One}List } from '#features/${n.noun}/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function ${n.Many}Page() {
  usePageTitle('${capital(n.words)}');
  return (
    <>
      <PageHeader title="${capital(n.words)}" backTo={pathTo('feed')} backLabel="Back to the feed" />
      <${n.One}Form />
      <${n.One}List />
    </>
  );
}
`;

/** @param {Names} n */
export const pageTest = (n) => `// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ${n.Many}Page from '#app/pages/${n.Many}Page.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const ${n.one} = (id: string, content: string): endpoints.${n.One} => ({
  ${n.column}_id: id,
  content,
  created_at: '2026-11-20T12:00:00.000Z',
  viewer: { can_delete: true },
});

it('a new ${n.word} is in the list, and gone once it is deleted', async () => {
  const stored: endpoints.${n.One}[] = [];
  api.answer(endpoints.list${n.Many}, () => ({ ${n.table}: [...stored], next: null }));
  api.answer(endpoints.create${n.One}, ({ body }) => {
    stored.unshift(${n.one}('1', String(body.content)));
    return { ${n.column}: ${n.one}('1', String(body.content)) };
  });
  api.answer(endpoints.delete${n.One}, () => {
    stored.length = 0;
    return {};
  });
  draw(<${n.Many}Page />);
  await screen.findByText('No ${n.words} yet');
  fireEvent.change(screen.getByRole('textbox', { name: 'New ${n.word}' }), { target: { value: 'Hello' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const remove = await screen.findByRole('button', { name: 'Delete Hello' });
  fireEvent.click(remove);
  await screen.findByText('No ${n.words} yet');
  await waitFor(() => expect(api.asked(endpoints.delete${n.One})).toMatchObject([{ params: { ${n.column}_id: '1' } }]));
});

it('older ones come with the next page', async () => {
  api.answer(endpoints.list${n.Many}, ({ query }) =>
    query.before === undefined
      ? { ${n.table}: [${n.one}('2', 'Newer')], next: '2' }
      : { ${n.table}: [${n.one}('1', 'Older')], next: null },
  );
  draw(<${n.Many}Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByRole('button', { name: 'Delete Older' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
`;
