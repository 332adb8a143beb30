// @vitest-environment happy-dom
import { banMember } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import { createRole } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import BanDialog from '#features/communities/BanDialog.tsx';
import RoleDialog from '#features/communities/RoleDialog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeMember } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const onClose = vi.fn();
const ban = {
  ban_id: '1',
  user: makeMember('eve'),
  until: null,
  text: '',
  created_at: '2026-11-29T12:00:00.000Z',
  by: makeMember('ada'),
};
const dialog = (username: string) => (
  <BanDialog community={makeCommunity('club')} username={username} onClose={onClose} />
);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Expects a field to show this text and have the focus, without an alert. */
async function expectFault(label: RegExp, text: string): Promise<void> {
  await screen.findByText(text);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByRole('alertdialog')).toBeNull();
}

it('a ban without a person says so at the field, and so does one that the server refuses', async () => {
  draw(dialog(''));
  press('Ban');
  await expectFault(/^Username/, 'Username must be provided');
  expect(api.asked(banMember)).toEqual([]);
  api.refuse(banMember, 422, { text: 'Say it in fewer words.' });
  type(/^Username/, '@eve');
  type(/^Reason/, 'Spam');
  press('Ban');
  await expectFault(/^Reason/, 'Say it in fewer words.');
  expect(api.asked(banMember)[0]?.body).toMatchObject({ text: 'Spam' });
});

it('a ban keeps the reason that was typed until somebody is banned, and can be canceled', async () => {
  const drawn = draw(dialog('eve'));
  type(/^Reason/, 'Spam in every channel');
  press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  drawn.unmount();
  const again = draw(dialog('eve'));
  await screen.findByDisplayValue('Spam in every channel');
  api.answer(banMember, { ban });
  press('Ban');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  again.unmount();
  draw(dialog('eve'));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe(''));
});

it('a role without a name says so at the field', async () => {
  draw(<RoleDialog handle="club" mine={[]} onClose={onClose} onSaved={vi.fn()} />);
  press('Create Role');
  await expectFault(/^Role name/, 'Role name must be provided');
  expect(api.asked(createRole)).toEqual([]);
});
