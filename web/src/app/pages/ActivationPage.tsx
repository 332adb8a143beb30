import { usePageTitle } from '#platform/page-title.ts';

export default function ActivationPage() {
  usePageTitle('Activation');
  return <h1 className="font-bold text-2xl">Activation</h1>;
}
