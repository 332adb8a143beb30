import { expect, it } from 'vitest';
import { pagePreviews } from './page-preview.ts';
import { findPage } from './pages.ts';

const page = '<html><head><title>Hubbub</title><meta name="description" content="What it is." /></head></html>';
const previews = pagePreviews(
  page,
  'https://hub.example',
  new Map([['post', { title: 'A post on Hubbub', description: 'Log in to see the post, "all" of it.' }]]),
);
const pageFor = (path: string) => previews(findPage(path)?.name);

it('a link to a post gets a preview with a title and a description, and nothing that members wrote', () => {
  const html = pageFor('/posts/0199');
  expect(html).toContain('<title>A post on Hubbub</title>');
  expect(html).toContain('<meta name="description" content="Log in to see the post,');
  expect(html).toContain('&quot;all&quot;');
  expect(html).toContain('<meta property="og:title" content="A post on Hubbub" />');
  expect(html).toContain('https://hub.example/icon-512.png');
  expect(pageFor('/posts/0199/')).toBe(html);
});

it('every other page is served as it was built', () => {
  expect(pageFor('/feed')).toBe(page);
  expect(pageFor('/posts/0199/more')).toBe(page);
});
