import { usePageTitle } from '#platform/page-title.ts';

export default function LoginPage() {
  usePageTitle('Login');
  return <h1 className="font-bold text-2xl">Login</h1>;
}
