// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetsUnused, isApple, keepStorage } from '#platform/device.ts';

const persist = vi.fn(async () => true);
let isInstalled = false;
beforeEach(() => {
  isInstalled = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  persist.mockClear();
});
const on = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
it.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webKit} Version/26.0 Mobile/15E148 Safari/604.1`, true],
  [`Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webKit} CriOS/140.0 Mobile/15E148 Safari/604.1`, true],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`, true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    false,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', false],
])(
  'knows which browsers delete what a site has stored that nobody visits, unless it is installed: %s',
  (agent, forgets) => {
    on(agent);
    expect(forgetsUnused()).toBe(forgets);
    expect(isApple()).toBe(!agent.includes('Android'));
    isInstalled = true;
    expect(forgetsUnused()).toBe(false);
  },
);

it('asks the browser to keep what is stored once the app is installed, and not before', () => {
  vi.stubGlobal('navigator', { ...navigator, storage: { persist } });
  keepStorage();
  expect(persist).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('appinstalled'));
  expect(persist).toHaveBeenCalledOnce();
});
