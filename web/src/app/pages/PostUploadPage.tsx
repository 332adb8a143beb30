import { usePageTitle } from '#platform/page-title.ts';

export default function PostUploadPage() {
  usePageTitle('PostUpload');
  return <h1 className="font-bold text-2xl">PostUpload</h1>;
}
