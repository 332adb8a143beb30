// @vitest-environment happy-dom
import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PostCard } from '#features/posts/PostCard.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeFile, makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let own: string;
beforeEach(() => {
  fakeApi();
  own = signIn().username;
});
afterEach(tidy);

const film: MediaFile = {
  ...makeFile(),
  ...{ type: 'video/mp4', path: '/film.mp4', width: 320, height: 180, poster: '/film-poster.webp', variants: [] },
};
const show = (username: string, file: MediaFile) => {
  const { user } = makePost();
  draw(<PostCard post={makePost({ user: { ...user, username }, files: [file] })} onComment={() => undefined} />);
};

it("says that a video can't be played here, and offers it as a download, in place of a player", async () => {
  show('ada', { ...film, path: '/film.mov', type: 'video/quicktime', state: 'failed', unplayable: true });
  expect(await screen.findByText("This video can't be played here. Download it to watch it.")).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toMatch(/\/film\.mov$/);
  expect(link.getAttribute('download')).toBe('film.mov');
  expect(document.querySelector('video')).toBeNull();
});

it("tells the author of a video right away that it can't be played, before there's anything to download", async () => {
  show(own, { ...film, state: 'processing', unplayable: true, poster: null });
  expect((await screen.findByRole('status')).textContent).toContain("Most browsers can't play this video");
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});

it('shows its author how far the conversion of a video is', async () => {
  show(own, { ...film, state: 'processing', progress: 40 });
  const bar = await screen.findByRole('progressbar', { name: /^Converting/ });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
});
