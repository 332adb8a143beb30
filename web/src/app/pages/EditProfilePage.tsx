import { Settings } from 'lucide-react';
import { Link } from 'react-router';
import { ProfileEditor } from '#features/profiles/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

export default function EditProfilePage() {
  usePageTitle('Update Profile');
  return (
    <>
      <PageHeader title="Update Profile" backTo={pathTo('feed')} backLabel="Back to the feed">
        <IconButton asChild label="Settings" size="lg">
          <Link to={pathTo('settings')}>
            <Settings size={22} aria-hidden="true" />
          </Link>
        </IconButton>
      </PageHeader>
      <ProfileEditor />
    </>
  );
}
