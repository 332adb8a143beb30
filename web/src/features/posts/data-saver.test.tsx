// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PostCard } from '#features/posts/PostCard.tsx';
import { clearSession, storedUser } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeFile, makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { savesData, setDataSaver } from '#ui/data-saver/data-saver.ts';

beforeEach(() => {
  fakeApi();
  signIn();
});
afterEach(() => {
  setDataSaver('system');
  tidy();
});

const picture = { ...makeFile(), file_id: 'saved-data', alt: 'A boat', variants: [] };
const film = { ...picture, file_id: 'saved-film', type: 'video/mp4', path: '/film.mp4', alt: 'A film' };

it('with the data saver on, a picture loads once somebody taps Show, and stays', async () => {
  setDataSaver('on');
  draw(<PostCard post={makePost({ files: [picture] })} onComment={() => undefined} />);
  expect(await screen.findByText('Your data saver is on.')).toBeTruthy();
  expect(screen.queryByAltText('A boat')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByAltText('A boat')).toBeTruthy();
});

it('so does a video; without the data saver both load by themselves, from the moment that it is turned off', async () => {
  setDataSaver('on');
  draw(<PostCard post={makePost({ files: [film] })} onComment={() => undefined} />);
  expect(await screen.findByText('Your data saver is on.')).toBeTruthy();
  expect(document.querySelector('video')).toBeNull();
  act(() => setDataSaver('off'));
  expect(document.querySelector('video')).toBeTruthy();
});

it.each([
  ["that's converted", 'Converting, so that it plays everywhere', { state: 'processing', progress: 40 }],
  ["that browsers can't play", /Most browsers can't play this video/, { unplayable: true }],
] as const)("a still of one's own video %s doesn't load with the data saver on", async (_what, words, given) => {
  const author = storedUser();
  if (author === null) throw new Error('Nobody is signed in.');
  const mine = { ...film, ...given, poster: '/still.webp' };
  const post = makePost({ user: author, files: [mine] });
  setDataSaver('on');
  draw(<PostCard post={post} onComment={() => undefined} />);
  await screen.findByText(words);
  expect(document.querySelector('img[src*="still"]')).toBeNull();
  act(() => setDataSaver('off'));
  await waitFor(() => expect(document.querySelector('img[src*="still"]')).toBeTruthy());
});

it("without a choice the browser's own data saver decides, and the choice is the device's, whoever uses it", () => {
  const before = Object.getOwnPropertyDescriptor(navigator, 'connection');
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  expect(savesData()).toBe(true);
  setDataSaver('off');
  expect(savesData()).toBe(false);
  clearSession();
  expect(savesData(), 'after a log-out').toBe(false);
  if (before) Object.defineProperty(navigator, 'connection', before);
  else Reflect.deleteProperty(navigator, 'connection');
});
