import { useParams } from 'react-router';
import { FollowsFrame } from '#app/FollowsFrame.tsx';
import { FollowList } from '#features/relations/public.ts';

export default function FollowingPage() {
  const { username = '' } = useParams();
  return (
    <FollowsFrame username={username} side="following">
      <FollowList key={username} side="following" username={username} />
    </FollowsFrame>
  );
}
