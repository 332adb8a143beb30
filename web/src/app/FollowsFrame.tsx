import type { ReactNode } from 'react';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { LinkTabs } from '#ui/link-tabs/LinkTabs.tsx';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';

interface FollowsFrameProps {
  username: string;
  side: 'followers' | 'following';
  children: ReactNode;
}

/** What the pages with a person's followers and with those they follow share: the heading, and links to each other. */
export function FollowsFrame({ username, side, children }: FollowsFrameProps) {
  usePageTitle(side === 'followers' ? `People who follow @${username}` : `People @${username} follows`);
  return (
    <>
      <PageHeader title={`@${username}`} backTo={pathTo('profile', { username })} backLabel="Back to the profile" />
      <div className="-mt-4 mb-4">
        <LinkTabs
          label="People"
          tabs={[
            { label: 'Followers', to: pathTo('followers', { username }), current: side === 'followers' },
            { label: 'Following', to: pathTo('following', { username }), current: side === 'following' },
          ]}
        />
      </div>
      {children}
    </>
  );
}
