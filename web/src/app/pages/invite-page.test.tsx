// @vitest-environment happy-dom
import { joinCommunity } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { readInvite } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import InvitePage from '#app/pages/InvitePage.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

it("tells somebody who's banned why the invite doesn't let them in, and where to see the decision", async () => {
  signIn();
  const api = fakeApi();
  api.answer(readInvite, {
    invite: {
      site_name: 'Elm Street',
      registration: 'open',
      invited_by: makeSender('ada'),
      community: { community_handle: 'garden', name: 'Garden', profile_path: '/profiles/default.png' },
      valid: true,
    },
  });
  api.refuse(joinCommunity, 422, { ban: "You're banned from this community." });
  const { failures } = draw(<InvitePage />, { route: '/invite/:code', at: '/invite/abc' });
  fireEvent.click(await screen.findByRole('button', { name: 'Join Garden' }));
  expect(await screen.findByText("You're banned from this community.")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the decision' }).getAttribute('href')).toBe('/decisions');
  expect(screen.queryByRole('button', { name: 'Join Garden' })).toBeNull();
  expect(failures).toEqual([]);
});
