import { usePageTitle } from '#platform/page-title.ts';

export default function ResetPasswordPage() {
  usePageTitle('ResetPassword');
  return <h1 className="font-bold text-2xl">ResetPassword</h1>;
}
