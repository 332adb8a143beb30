import { expect, it } from 'vitest';
import { pagePreviews } from './page-preview.ts';

const page = '<html><head><title>Hubbub</title><meta name="description" content="What it is." /></head></html>';
const pageFor = pagePreviews(page, 'https://hub.example');

it('a link to a post is previewed with a title and a description, and nothing that members wrote', () => {
  const html = pageFor('/posts/0199');
  expect(html).toContain('<title>A post on Hubbub</title>');
  expect(html).toContain('<meta name="description" content="Log in to see the post,');
  expect(html).toContain('<meta property="og:title" content="A post on Hubbub" />');
  expect(html).toContain('https://hub.example/icon-512.png');
});

it('every other page is served as it was built', () => {
  expect(pageFor('/feed')).toBe(page);
  expect(pageFor('/posts/0199/more')).toBe(page);
});
