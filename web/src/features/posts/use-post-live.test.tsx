// @vitest-environment happy-dom
import { limits } from '@hubbub/contract/platform/limits.ts';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePostLive } from '#features/posts/use-post-live.ts';
import * as socket from '#platform/socket.ts';

vi.mock('#platform/socket.ts', { spy: true });
afterEach(() => vi.clearAllMocks());

test('a page follows the thirty posts that it has drawn last, and none that are gone from it', () => {
  const joined = new Set<string>();
  vi.mocked(socket.holdRoom).mockImplementation(({ id }) => {
    joined.add(id);
    return () => joined.delete(id);
  });
  const drawn = Array.from({ length: limits.joinedPosts + 2 }, (_, n) => renderHook(() => usePostLive(`post${n}`)));
  expect(joined.size).toBe(limits.joinedPosts);
  expect(joined.has('post1')).toBe(false);
  expect(joined.has('post2')).toBe(true);
  for (const { unmount } of drawn) unmount();
  expect(joined.size).toBe(0);
});
