import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { joinedOptions } from '#features/communities/public.ts';
import { PostComposer } from '#features/posts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function PostUploadPage() {
  usePageTitle('New post');
  const [search] = useSearchParams();
  const { data, hasNextPage } = useInfiniteQuery(joinedOptions);
  const places = data?.pages
    .flat()
    .filter(({ can_post }) => can_post)
    .map(({ community_handle: handle, name }) => ({ handle, name }));
  return (
    <PostComposer
      places={places}
      hasMorePlaces={hasNextPage}
      initialCommunity={search.get('community') ?? undefined}
      initialQuote={search.get('quote') ?? undefined}
    />
  );
}
