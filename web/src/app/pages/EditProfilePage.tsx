import { usePageTitle } from '#platform/page-title.ts';

export default function EditProfilePage() {
  usePageTitle('EditProfile');
  return <h1 className="font-bold text-2xl">EditProfile</h1>;
}
