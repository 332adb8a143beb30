// @vitest-environment happy-dom
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import NotFoundPage from '#app/pages/NotFoundPage.tsx';
import { AccountLayout } from '#app/shell/AccountLayout.tsx';
import Live from '#app/shell/Live.tsx';
import { siteOptions } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

function Page() {
  usePageTitle('Settings');
  return null;
}

it.each([
  ['before log-in', AccountLayout],
  ['after it', Live],
  ['where no page is', NotFoundPage],
])("%s, a page's title ends in what the site is called, also once it's renamed", async (when, Frame) => {
  if (when === 'after it') signIn();
  fakeApi().answer(readSite, { site: makeSite({ name: 'Elm Street' }) });
  const { client } = draw(
    <>
      <Frame />
      <Page />
    </>,
  );
  await waitFor(() => expect(document.title).toBe('Settings · Elm Street'));
  act(() => client.setQueryData(siteOptions.queryKey, makeSite({ name: 'Oak Street' })) && undefined);
  await waitFor(() => expect(document.title).toBe('Settings · Oak Street'));
});
