import { usePageTitle } from '#platform/page-title.ts';

export default function RegisterEmailPage() {
  usePageTitle('RegisterEmail');
  return <h1 className="font-bold text-2xl">RegisterEmail</h1>;
}
