import { usePageTitle } from '#platform/page-title.ts';

export default function OtpPage() {
  usePageTitle('Otp');
  return <h1 className="font-bold text-2xl">Otp</h1>;
}
