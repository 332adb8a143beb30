import { PostComposer } from '#features/posts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function PostUploadPage() {
  usePageTitle('New post');
  return <PostComposer />;
}
