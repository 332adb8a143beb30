import { usePageTitle } from '#platform/page-title.ts';

export default function PostPage() {
  usePageTitle('Post');
  return <h1 className="font-bold text-2xl">Post</h1>;
}
