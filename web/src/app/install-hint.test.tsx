// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'] });
  fakeApi();
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  tidy();
});

/** Opens the app hours after it was open last. @returns how to leave it */
async function visit(): Promise<() => void> {
  vi.setSystemTime(Date.now() + 3 * 60 * 60_000);
  vi.resetModules();
  const { Offers } = await import('#app/Offers.tsx');
  return draw(<Offers />).unmount;
}
async function comeBack(times: number): Promise<void> {
  for (let visits = 0; visits < times; visits += 1) {
    const leave = await visit();
    offer();
    expect(hint()).toBeNull();
    leave();
  }
}
const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
/** The browser could install the app. */
const offer = () => act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
const hint = () => screen.queryByRole('region', { name: /^Install/ });

it('installing is offered once, to somebody who has come back three times', async () => {
  await comeBack(3);
  const leave = await visit();
  offer();
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }));
  await waitFor(() => expect(hint()).toBeNull());
  expect(prompt).toHaveBeenCalledOnce();
  leave();
  await comeBack(2);
});

it('an offer that was not answered is not made again', async () => {
  await comeBack(3);
  const leave = await visit();
  offer();
  await waitFor(() => expect(hint()).not.toBeNull());
  leave();
  await comeBack(1);
});

it('an iPhone shows the steps that it takes', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Safari/604.1');
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  for (let visits = 0; visits < 3; visits += 1) (await visit())();
  await visit();
  await screen.findByText(/^Tap Share in your browser, then Add to Home Screen/);
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(hint()).toBeNull());
});
