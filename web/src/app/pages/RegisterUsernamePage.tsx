import { usePageTitle } from '#platform/page-title.ts';

export default function RegisterUsernamePage() {
  usePageTitle('RegisterUsername');
  return <h1 className="font-bold text-2xl">RegisterUsername</h1>;
}
