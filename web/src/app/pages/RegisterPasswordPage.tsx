import { usePageTitle } from '#platform/page-title.ts';

export default function RegisterPasswordPage() {
  usePageTitle('RegisterPassword');
  return <h1 className="font-bold text-2xl">RegisterPassword</h1>;
}
