import { usePageTitle } from '#platform/page-title.ts';

export default function ForgotPasswordPage() {
  usePageTitle('ForgotPassword');
  return <h1 className="font-bold text-2xl">ForgotPassword</h1>;
}
