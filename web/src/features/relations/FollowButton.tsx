import { useFollow } from '#features/relations/follows.data.ts';
import { Button } from '#ui/button/Button.tsx';

interface FollowButtonProps {
  username: string;
  following: boolean;
  /** They follow the viewer. */
  followedBy: boolean;
  size?: 'sm' | 'md' | undefined;
  onFollowed?: (() => void) | undefined;
}

/** Follows a person or stops following them. */
export function FollowButton({ username, following, followedBy, size, onFollowed }: FollowButtonProps) {
  const { mutate } = useFollow(username);
  const act = followedBy ? 'Follow back' : 'Follow';
  const text = following ? 'Following' : act;
  return (
    <Button
      tone={following ? 'secondary' : 'primary'}
      size={size}
      aria-pressed={following}
      aria-label={`${text} @${username}`}
      onClick={() => mutate(!following, { onSuccess: () => onFollowed?.() })}
    >
      {text}
    </Button>
  );
}
