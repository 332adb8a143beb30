import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { Link } from 'react-router';
import { bookmarksOptions, type LoadSavedPosts } from '#features/posts/bookmarks.data.ts';
import { PagedPosts } from '#features/posts/PagedPosts.tsx';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** The posts that the person saved. One that's removed stays until the page is opened again, so that it can be saved again. */
export function SavedPosts({ load, onComment }: { load: LoadSavedPosts; onComment: (post: Post) => void }) {
  const query = useInfiniteQuery(bookmarksOptions(load));
  const data = query.data && { pages: query.data.pages.map(({ posts }) => posts) };
  return (
    <PagedPosts
      query={{ ...query, data }}
      onComment={onComment}
      empty={
        <EmptyState
          icon={Bookmark}
          title="No saved posts yet"
          action={
            <Button asChild>
              <Link to={pathTo('feed')}>Go to the feed</Link>
            </Button>
          }
        >
          Save a post to find it here again. Only you can see what you've saved.
        </EmptyState>
      }
    />
  );
}
