// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CreateCommunity } from '#features/communities/CreateCommunity.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }));
const faultOf = (name: RegExp) => {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};

it('creates the community and opens it', async () => {
  api.answer(endpoints.createCommunity, { community: makeCommunity('garden') });
  const { at } = draw(<CreateCommunity />);
  type(/Community Name/, 'Garden');
  type(/Community Handle/, 'garden');
  create();
  await waitFor(() => expect(at()).toBe('/communities'));
  expect(api.asked(endpoints.createCommunity).map(({ body }) => body)).toEqual([
    { name: ['Garden'], handle: ['garden'], description: [''], visibility: ['public'], members_may_post: ['true'] },
  ]);
});

it('shows one error after another, each at its field, before calling the server', async () => {
  draw(<CreateCommunity />);
  type(/Community Handle/, 'not a handle');
  create();
  const first = await screen.findByRole('alertdialog');
  expect(first.textContent).toContain('Community Name must be provided');
  fireEvent.click(within(first).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain('should only contain alphabets'));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' }));
  // Once the alerts are closed, the fields show the errors.
  await waitFor(() => expect(faultOf(/Community Name/)).toContain('Community Name must be provided'));
  expect(faultOf(/Community Handle/)).toContain('should only contain alphabets, numbers and underscore');
  expect(field(/Community Name/).getAttribute('aria-invalid')).toBe('true');
  expect(api.asked(endpoints.createCommunity)).toEqual([]);
});

it("says at the handle that it's taken, and keeps the input", async () => {
  api.refuse(endpoints.createCommunity, 409, { handle: 'This handle is taken' });
  const { at } = draw(<CreateCommunity />);
  type(/Community Name/, 'Garden');
  type(/Community Handle/, 'garden');
  create();
  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain('This handle is taken');
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(faultOf(/Community Handle/)).toContain('This handle is taken'));
  expect(field(/Community Name/).value).toBe('Garden');
  expect(at()).toBe('/');
});

it("says that there's no connection, and keeps the input after leaving the page", async () => {
  api.disconnect();
  const { unmount } = draw(<CreateCommunity />);
  type(/Community Name/, 'Garden');
  type(/Community Handle/, 'garden');
  create();
  await screen.findByText(/couldn't reach Hubbub/);
  unmount();
  draw(<CreateCommunity />);
  await waitFor(() => expect(field(/Community Name/).value).toBe('Garden'));
});
