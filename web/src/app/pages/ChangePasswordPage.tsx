import { usePageTitle } from '#platform/page-title.ts';

export default function ChangePasswordPage() {
  usePageTitle('ChangePassword');
  return <h1 className="font-bold text-2xl">ChangePassword</h1>;
}
