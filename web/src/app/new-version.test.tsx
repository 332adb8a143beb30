// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { NewVersion } from '#app/NewVersion.tsx';
import { startWorker } from '#platform/worker.ts';
import { draw, tidy } from '#test/draw.tsx';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  tidy();
});

it('a new version is offered, and takes over only when the person says so', async () => {
  vi.stubEnv('DEV', false);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const worker = Object.assign(new EventTarget(), { state: 'installing', postMessage: vi.fn() });
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: worker, update: vi.fn() });
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  await startWorker();
  draw(<NewVersion />);
  registration.dispatchEvent(new Event('updatefound'));
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();

  worker.state = 'installed';
  act(() => void worker.dispatchEvent(new Event('statechange')));
  const button = await screen.findByRole('button', { name: 'Reload' });
  expect([worker.postMessage, reload].map((made) => made.mock.calls.length)).toEqual([0, 0]);

  fireEvent.click(button);
  expect(worker.postMessage).toHaveBeenCalledWith('take over');
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});
