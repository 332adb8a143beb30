import { usePageTitle } from '#platform/page-title.ts';

export default function FeedPage() {
  usePageTitle('Feed');
  return <h1 className="font-bold text-2xl">Feed</h1>;
}
