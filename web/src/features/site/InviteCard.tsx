import type { readInvite } from '@hubbub/contract/features/site/joining.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Card } from '#ui/card/Card.tsx';

/** Who invites you. */
export function InviteCard({ invite }: { invite: EndpointAnswer<typeof readInvite>['invite'] }) {
  const { invited_by: person, community } = invite;
  if (person === null) return null;
  return (
    <Card className="flex items-center gap-3 p-4">
      <Avatar {...avatarUrls(community?.profile_path ?? person.profile_path)} size={48} eager />
      <p className="min-w-0 text-pretty">
        <bdi className="font-semibold">{person.name ?? person.username}</bdi> invites you
        <span className="block truncate text-muted text-sm">@{person.username}</span>
      </p>
    </Card>
  );
}
