// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchAhead, importCode, rememberAheadWhile, StaleVersionError } from '#ui/late/fetch-code.ts';

const fetched = vi.fn<typeof fetch>();
const load = vi.fn(async () => 'code');
const files = ['assets/a.js', 'assets/b.js'];

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  rememberAheadWhile(() => true);
});

it("imports nothing the browser couldn't fetch, so that a failed import is never remembered", async () => {
  fetched.mockResolvedValueOnce(new Response('')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(importCode(load, files)).rejects.toThrow('Failed to fetch');
  expect(load).not.toHaveBeenCalled();

  fetched.mockResolvedValueOnce(new Response(''));
  await expect(importCode(load, files)).resolves.toBe('code');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/assets/a.js', '/assets/b.js', '/assets/b.js']);
});

it('fetches a file once, and never fetches files already in the page', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/d.js">';
  fetched.mockResolvedValue(new Response(''));
  await Promise.all([importCode(load, ['assets/c.js', 'assets/d.js']), importCode(load, ['assets/c.js'])]);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/assets/c.js']);
});

it('finds the file of an import without dependencies', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  // The build's output, which isn't test code.
  const built = new Function('return import("./alone-1a2b.js")') as () => Promise<unknown>;
  await expect(importCode(built)).rejects.toThrow('Failed to fetch');
  expect(fetched.mock.calls[0]?.[0]).toBe('/assets/alone-1a2b.js');
});

it('recognizes a file that a new version has removed', async () => {
  fetched.mockResolvedValueOnce(new Response('', { status: 404 }));
  await expect(importCode(load, ['assets/old.js'])).rejects.toBeInstanceOf(StaleVersionError);
});

it('fetches ahead without running anything, and once per browser', async () => {
  fetched.mockImplementation(async () => new Response(''));
  const ahead = () => fetchAhead(async () => await importCode(load, ['assets/e.js', 'assets/f.js', 'assets/f.css']));
  await ahead();
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/assets/e.js', '/assets/f.js']);
  expect(load).not.toHaveBeenCalled();

  // An earlier page has fetched one of these.
  fetched.mockClear();
  localStorage.setItem('fetched-ahead', JSON.stringify(['/assets/i.js']));
  await fetchAhead(async () => await importCode(load, ['assets/i.js', 'assets/j.js']));
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/assets/j.js']);
  expect(JSON.parse(localStorage.getItem('fetched-ahead') ?? '')).toEqual(['/assets/i.js', '/assets/j.js']);
  await expect(importCode(load, ['assets/i.js'])).resolves.toBe('code');
});

it('leaves the storage empty that a log-out cleared while a file was on its way', async () => {
  let isSignedIn = true;
  rememberAheadWhile(() => isSignedIn);
  fetched.mockImplementation(async () => {
    isSignedIn = false;
    localStorage.clear();
    return new Response('');
  });
  await fetchAhead(async () => await importCode(load, ['assets/k.js']));
  expect(localStorage).toHaveLength(0);
});

it("fetches again what couldn't be fetched ahead", async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(async () => new Response(''));
  const ahead = () => fetchAhead(async () => await importCode(load, ['assets/h.js']));
  await expect(ahead()).rejects.toThrow('Failed to fetch');
  await ahead();
  expect(fetched).toHaveBeenCalledTimes(2);
});
