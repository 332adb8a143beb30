import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import {
  CommunityMissing,
  CommunitySettings,
  communityOptions,
  renameCommunity,
  SettingsSkeleton,
  settingsTab,
  useCommunityLive,
} from '#features/communities/public.ts';
import { ExplainDialog, ReportQueue } from '#features/moderation/public.ts';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { PageHeader } from '#ui/page-header/PageHeader.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** A community's settings. */
export default function CommunitySettingsPage() {
  const { handle = '' } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const query = useQuery(communityOptions(handle));
  const { data: community, error } = query;
  const failure = useLoadFailure(query, 'this community');
  usePageTitle(community === undefined ? 'Community settings' : `${community.name} settings`);

  const moveTo = (renamed: string) => {
    renameCommunity(client, handle, renamed);
    void navigate(
      { pathname: pathTo('communitySettings', { handle: renamed }), search: search.toString() },
      { replace: true },
    );
  };
  useCommunityLive(community?.joined ? community.community_handle : undefined, (change) => {
    if (
      change.community_id === community?.community_id &&
      change.community_handle.toLowerCase() !== community.community_handle.toLowerCase()
    )
      moveTo(change.community_handle);
  });

  const body = () => {
    if (community !== undefined) {
      return (
        <CommunitySettings
          key={community.community_id}
          community={community}
          ExplainDialog={ExplainDialog}
          tab={settingsTab(search.get('tab'))}
          onTab={(tab) => setSearch(tab === 'edit' ? {} : { tab }, { replace: true })}
          onRenamed={moveTo}
          reports={
            <section aria-labelledby="community-reports" className="max-w-[640px]">
              <h2 id="community-reports" className="sr-only">
                Reports
              </h2>
              <ReportQueue community={community.community_handle} />
            </section>
          }
          onDeleted={() => void navigate(pathTo('communities'), { replace: true })}
        />
      );
    }
    if (error instanceof NotFound) return <CommunityMissing handle={handle} />;
    return failure === null ? <SettingsSkeleton /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  };
  return (
    <>
      <PageHeader
        title={community?.name ?? 'Community settings'}
        backTo={pathTo('communities')}
        backLabel="Back to communities"
      />
      {body()}
    </>
  );
}
