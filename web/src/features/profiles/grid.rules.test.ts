import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, it } from 'vitest';
import {
  gridPosts,
  hasUnready,
  postCount,
  postCountText,
  tileHold,
  tileKind,
  tileLabel,
  tileSide,
  tileText,
} from '#features/profiles/grid.rules.ts';

const post = (post_id: string, given: Partial<GridPost> = {}): GridPost => ({
  post_id,
  type: 'image/jpeg',
  path: '/x.jpg',
  is_nsfw: false,
  state: 'ready',
  content: '',
  file_count: 1,
  placeholder: null,
  poster: null,
  variants: [],
  ...given,
});

describe("a post's tile", () => {
  it.each([
    ['image/webp', '/a.webp', 'image'],
    ['video/webm', '/a.webm', 'video'],
    ['application/octet-stream', '/a.mp4', 'video'],
    ['audio/mpeg', '/a.mp3', 'audio'],
    ['text/plain', '', 'text'],
    ['application/pdf', '/a.pdf', 'other'],
  ])('with type %s at "%s" has the kind %s', (type, path, kind) => {
    expect(tileKind({ type, path })).toBe(kind);
  });

  it("is held back if it's visual and NSFW, and the viewer hasn't enabled NSFW", () => {
    const picture = post('1', { is_nsfw: true });
    const film = post('2', { is_nsfw: true, type: 'video/mp4' });
    const sound = post('3', { is_nsfw: true, type: 'audio/mpeg' });
    expect([picture, film, sound].map((each) => tileHold(each, false))).toEqual(['nsfw', 'nsfw', null]);
    expect([picture, film, sound].map((each) => tileHold(each, true))).toEqual([null, null, null]);
    expect(tileHold(post('4'), false)).toBeNull();
  });

  it("is held back until it's been checked, and is refetched", () => {
    const fresh = post('1', { is_nsfw: true, state: 'processing' });
    expect(tileHold(fresh, false)).toBe('processing');
    expect(tileHold(post('2', { is_nsfw: true, state: 'failed' }), false)).toBe('failed');
    expect(hasUnready([post('3'), fresh])).toBe(true);
    expect(hasUnready([post('3')])).toBe(false);
  });

  it('announces its kind and the start of its text', () => {
    expect(tileLabel(post('1'), false)).toBe('Picture');
    expect(tileLabel(post('1', { file_count: 3, is_nsfw: true, content: 'Sea\n\nand sand' }), false)).toBe(
      'Picture, first of 3 files, sensitive content: Sea and sand',
    );
    expect(tileLabel(post('1', { content: '🌊'.repeat(181) }), false)).toBe(`Picture: ${'🌊'.repeat(180)}…`);
  });

  it("announces everything that's written on it, in the same words", () => {
    const content = `Sea\n\n${'and sand '.repeat(50)}`;
    const said = tileLabel(post('1', { type: 'text/plain', path: '', content }), false);
    expect(said).toBe(`Text: ${tileText(content).replace(/\s+/g, ' ')}`);
  });
});

describe("a profile's posts", () => {
  const pages = [
    { posts: [post('c'), post('b')], post_count: 3 },
    { posts: [post('b'), post('a')], post_count: 2 },
  ];

  it('appear once each, without deleted ones', () => {
    expect(gridPosts(pages, new Set(['a'])).map(({ post_id }) => post_id)).toEqual(['c', 'b']);
  });

  it('are counted correctly while one is being deleted', () => {
    expect(postCount(pages, new Set())).toBe(3);
    expect(postCount(pages, new Set(['b', 'of somebody else']))).toBe(2);
    expect(postCount([], new Set())).toBe(0);
  });

  it('are counted in words', () => {
    expect([0, 1, 1204].map(postCountText)).toEqual(['0 posts', '1 post', '1,204 posts']);
  });

  it('are laid out three to a row', () => {
    expect(tileSide(608)).toBe(200);
    expect(tileSide(0)).toBe(0);
  });
});
