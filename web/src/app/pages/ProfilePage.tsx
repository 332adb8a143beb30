import { usePageTitle } from '#platform/page-title.ts';

export default function ProfilePage() {
  usePageTitle('Profile');
  return <h1 className="font-bold text-2xl">Profile</h1>;
}
