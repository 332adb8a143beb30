import { useParams } from 'react-router';
import { FollowsFrame } from '#app/FollowsFrame.tsx';
import { FollowList } from '#features/relations/public.ts';

export default function FollowersPage() {
  const { username = '' } = useParams();
  return (
    <FollowsFrame username={username} side="followers">
      <FollowList key={username} side="followers" username={username} />
    </FollowsFrame>
  );
}
