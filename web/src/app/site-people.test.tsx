// @vitest-environment happy-dom
import { readPersonExport, startPersonExport } from '@hubbub/contract/features/archives/person-export.endpoints.ts';
import { explain } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import { listReports, suspendUser } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { changePerson, deletePerson } from '@hubbub/contract/features/site/managing.endpoints.ts';
import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { endSessions, listPeople, removeSecondFactor } from '@hubbub/contract/features/site/people.endpoints.ts';
import { readSite, setSiteRole, updateSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SitePeople } from '#app/SitePeople.tsx';
import { SecondFactorNotice, SiteSettings } from '#features/site/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

const why = "Why can't they…?";
let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'olive', site_role: 'owner' });
  const facts: Site = {
    name: 'Elm Street',
    description: '',
    rules: ['Be kind.'],
    registration: 'open',
    logo_path: null,
    contact: '',
    languages: ['pt-BR'],
    pages: [],
    rules_tick: false,
    previews: true,
    run_by: [],
  };
  api.answer(readSite, { site: facts });
  api.answer(updateSite, { site: facts });
});
afterEach(tidy);

function answerWith(given: Partial<SitePerson> = {}): void {
  const person: SitePerson = {
    user: makeUser({ username: 'eve' }),
    email: 'eve@example.org',
    site_role: null,
    state: 'active',
    created_at: '2026-11-01T12:00:00.000Z',
    last_seen_at: null,
    reports: 0,
    deletes_at: null,
    suspension: null,
    manageable: false,
    uses_codes: false,
    suspendable: false,
    assignable_roles: [],
    ...given,
  };
  api.answer(listPeople, { people: [person], next: null });
}

async function openMenu(): Promise<(string | null)[]> {
  const trigger = await screen.findByRole('button', { name: 'Actions for eve' });
  fireEvent.pointerEnter(trigger);
  fireEvent.click(trigger);
  const menu = await screen.findByRole('menu');
  return within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent);
}

it('The menu offers only what the server allows', async () => {
  answerWith();
  draw(<SitePeople />);
  await screen.findByText('@eve');
  expect(screen.getByText('eve@example.org')).toBeTruthy();
  expect(await openMenu()).toEqual([why]);
});

it("Why somebody can't do something is asked from the menu, which gets the focus back", async () => {
  answerWith();
  api.answer(explain, { allowed: false, because: ['Eve is banned from Club.'] });
  draw(<SitePeople />);
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: why }));
  const dialog = await screen.findByRole('dialog', { name: /^Why can't / });
  fireEvent.change(within(dialog).getByLabelText('Community handle'), { target: { value: 'club' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Find out' }));
  await within(dialog).findByText('Eve is banned from Club.');
  expect(api.asked(explain)[0]?.query).toEqual({ username: 'eve', kind: 'community', id: 'club', action: 'view' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const trigger = screen.getByRole('button', { name: 'Actions for eve' });
  await waitFor(() => expect(document.activeElement).toBe(trigger));
});

it('A moderator suspends with an end and a reason', async () => {
  answerWith({ suspendable: true });
  api.answer(suspendUser, { suspension: { until: null, text: 'Enough.' } });
  draw(<SitePeople />);
  expect(await openMenu()).toEqual([why, 'Suspend']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Suspend' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suspend eve' });
  fireEvent.click(within(dialog).getByRole('radio', { name: '1 month' }));
  fireEvent.change(within(dialog).getByLabelText('Rule'), { target: { value: '1' } });
  fireEvent.change(within(dialog).getByLabelText("What they're told"), { target: { value: 'Enough.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(api.asked(suspendUser)).toHaveLength(1));
  expect(api.asked(suspendUser)[0]).toMatchObject({
    params: { username: 'eve' },
    body: { days: 30, text: 'Enough.', rule: 1 },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(api.asked(listPeople).length).toBeGreaterThan(1));
});

it('A moderator sees what somebody was reported for', async () => {
  answerWith({ reports: 2, suspendable: true });
  api.answer(listReports, { reports: [] });
  draw(<SitePeople />);
  expect(await openMenu()).toEqual(['Reports', why, 'Suspend']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Reports' }));
  await screen.findByRole('dialog', { name: 'Reports about eve' });
  await screen.findByText('Never reported');
  expect(api.asked(listReports)[0]?.query).toMatchObject({ about: 'eve', state: 'any' });
});

it('An owner gives a role, and only those they may give', async () => {
  answerWith({ manageable: true, suspendable: true, assignable_roles: ['admin', 'moderator'] });
  api.answer(setSiteRole, { site_role: 'moderator' });
  draw(<SitePeople />);
  expect(await openMenu()).toEqual([
    'Edit',
    'Change role',
    why,
    'Download their data',
    'Log out everywhere',
    'Reset password',
    'Suspend',
    'Delete this person',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Change role' }));
  const dialog = await screen.findByRole('dialog', { name: "eve's role" });
  const radios = within(dialog).getAllByRole('radio');
  expect(radios.map((radio) => radio.getAttribute('value'))).toEqual(['admin', 'moderator', 'none']);
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Moderator' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.asked(setSiteRole)[0]?.body).toEqual({ site_role: 'moderator' }));
});

it('An admin edits somebody, and mistakes are shown at their fields', async () => {
  answerWith({ manageable: true });
  api.refuse(changePerson, 409, { username: 'This username is taken. Choose another one.' });
  draw(<SitePeople />);
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit eve' });
  fireEvent.change(within(dialog).getByLabelText('Username'), { target: { value: 'eva' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('This username is taken. Choose another one.');
  expect(api.asked(changePerson)[0]).toMatchObject({ params: { username: 'eve' }, body: { username: 'eva' } });
  api.answer(changePerson, { user: makeUser({ username: 'eva' }), email: null });
  fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: '' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.asked(changePerson)[1]?.body).toEqual({ username: 'eva', email: null });
});

it('An admin confirms that it is them, and deletes somebody with a reason', async () => {
  answerWith({ manageable: true });
  api.refuse(deletePerson, 422, { confirm: "Confirm that it's you." });
  draw(<SitePeople />);
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete this person' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete eve?' });
  fireEvent.change(within(dialog).getByLabelText("What they're told"), { target: { value: 'You asked.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByRole('dialog', { name: "Confirm that it's you" });
  expect(api.asked(deletePerson)[0]).toMatchObject({ params: { username: 'eve' }, body: { text: 'You asked.' } });
});

it("The second factor's button is there only for those who use codes", async () => {
  answerWith({ manageable: true, uses_codes: true });
  api.answer(removeSecondFactor, {});
  draw(<SitePeople />);
  expect(await openMenu()).toContain('Remove second factor');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove second factor' }));
  const dialog = await screen.findByRole('alertdialog', { name: "Remove eve's second factor?" });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(api.asked(removeSecondFactor)).toHaveLength(1));
});

it("An admin downloads somebody's data", async () => {
  answerWith({ manageable: true });
  const none = { state: 'none' as const, created_at: null, size: null, expires_at: null, done: 0 };
  api.answer(readPersonExport, { export: none });
  api.answer(startPersonExport, { export: { ...none, state: 'working', created_at: new Date().toISOString() } });
  draw(<SitePeople />);
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Download their data' }));
  const dialog = await screen.findByRole('dialog', { name: "Download eve's data" });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Put it together' }));
  await waitFor(() => expect(api.asked(startPersonExport)[0]?.params).toEqual({ username: 'eve' }));
});

it('On wide screens, people are shown in a table, and several can be logged out together', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  answerWith({ manageable: true, state: 'pending' });
  api.answer(endSessions, {});
  draw(<SitePeople />);
  const table = await screen.findByRole('table', { name: 'People' });
  expect(within(table).getByText('Not joined yet')).toBeTruthy();
  fireEvent.click(within(table).getByRole('checkbox', { name: 'Choose eve' }));
  expect((await screen.findByRole('status')).textContent).toBe('1 person chosen');
  fireEvent.click(screen.getByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(api.asked(endSessions)).toHaveLength(1));
  vi.unstubAllGlobals();
});

it('A suspended person shows until when, and can be let in again', async () => {
  const suspension = { until: '2026-12-24T12:00:00.000Z', text: 'Enough.' };
  answerWith({ state: 'suspended', suspension, suspendable: true });
  draw(<SitePeople />);
  await screen.findByText('Suspended until December 24, 2026');
  expect(await openMenu()).toEqual([why, 'Lift suspension']);
});

it("The settings change the site's languages", async () => {
  draw(<SiteSettings />);
  fireEvent.change(await screen.findByLabelText('Languages'), { target: { value: 'sw' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove Brazilian Portuguese' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
  await waitFor(() => expect(api.asked(updateSite)[0]?.body).toMatchObject({ languages: ['sw'] }));
});

it('admins choose who on the team needs a second factor', async () => {
  draw(<SiteSettings />);
  fireEvent.click(await screen.findByRole('radio', { name: /The whole team/ }));
  const form = screen.getByRole('radiogroup', { name: 'Who needs a second factor' }).closest('form');
  if (form) fireEvent.submit(form);
  await waitFor(() => expect(api.asked(updateSite)).toMatchObject([{ body: { second_factor: 'team' } }]));
});

it('somebody who needs a second factor learns by when, or that their rights are paused, and where to set one up', () => {
  const { unmount } = draw(<SecondFactorNotice due_at="2026-11-08T12:00:00.000Z" paused={false} />);
  expect(screen.getByRole('heading', { name: 'Set up a second factor' })).toBeTruthy();
  expect(screen.getByText(/by Nov 8, 2026/)).toBeTruthy();
  unmount();
  draw(<SecondFactorNotice due_at="2026-11-08T12:00:00.000Z" paused />);
  expect(screen.getByRole('heading', { name: 'Your team rights are paused' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open security settings' }).getAttribute('href')).toBe('/settings/security');
});
