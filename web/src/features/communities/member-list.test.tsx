// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemberList, MemberName } from '#features/communities/MemberList.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMember } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const open = (query = '') =>
  draw(
    <MemberList handle="garden" query={query} label="Members">
      {(member) => <MemberName member={member} note={member.username === 'ada' ? 'admin' : undefined} />}
    </MemberList>,
  );
const page = (...names: string[]) => ({ members: names.map(makeMember), member_count: names.length, next: null });

it('loads one page after another; each item has its position and the total', async () => {
  api.answer(endpoints.listMembers, ({ query: { after } }) =>
    after === undefined ? { ...page('ada', 'bob'), next: 'second' } : page('cleo'),
  );
  open();
  await screen.findByText('@cleo');
  const lines = within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem');
  expect(lines.map((line) => [line.getAttribute('aria-posinset'), line.getAttribute('aria-setsize')])).toEqual([
    ['1', '3'],
    ['2', '3'],
    ['3', '3'],
  ]);
  expect(screen.getByText('@ada · admin')).toBeTruthy();
  expect(api.asked(endpoints.listMembers).map(({ query }) => query)).toEqual([{}, { after: 'second' }]);
});

it('a search asks the server, and says when no one is found', async () => {
  api.answer(endpoints.listMembers, page());
  open('nobody');
  await screen.findByText(messages.noResults);
  expect(api.asked(endpoints.listMembers).map(({ query }) => query)).toEqual([{ query: 'nobody' }]);
});

it.each([
  ['without a connection', () => api.disconnect(), 'No connection'],
  ['when the server fails', () => api.refuse(endpoints.listMembers, 500, 'It broke.'), 'It broke.'],
])('%s, it says so, and trying again loads the members', async (_, fail, text) => {
  fail();
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text);
  api.connect();
  api.answer(endpoints.listMembers, page('ada'));
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('@ada · admin');
});

it('a page that fails to load leaves the others, and can be requested again', async () => {
  let fails = true;
  api.answer(endpoints.listMembers, ({ query: { after } }) => {
    if (after === undefined) return { ...page('ada'), next: 'second' };
    if (fails) throw new TypeError('Failed to fetch');
    return page('bob');
  });
  open();
  await screen.findByText(/Couldn't load more/);
  expect(screen.getByText('@ada · admin')).toBeTruthy();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('@bob');
});
