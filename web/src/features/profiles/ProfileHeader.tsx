import type { User } from '@hubbub/contract/platform/shapes.ts';
import { UserPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Caption } from '#features/posts/public.ts';
import { postCountText } from '#features/profiles/grid.rules.ts';
import { mediaUrl } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';

interface ProfileHeaderProps {
  user: Pick<User, 'username' | 'name' | 'bio' | 'profile_path'>;
  /** Undefined until known. */
  posts: number | undefined;
  /** The viewer's own profile. */
  own: boolean;
  /** Actions for another person's profile. */
  actions?: ReactNode;
}

/** Section 2, profile: picture, name, username, bio and number of posts; on the person's own profile, the edit button. */
export function ProfileHeader({ user, posts, own, actions }: ProfileHeaderProps) {
  return (
    <header className="flex flex-col gap-3">
      <div className="flex items-end justify-between gap-4">
        <Avatar src={mediaUrl(user.profile_path)} alt={`Picture of ${user.username}`} size={96} eager />
        {!own && actions}
        {own && (
          <Button asChild tone="secondary">
            <Link to={pathTo('completeProfile')}>
              <UserPen size={18} aria-hidden="true" />
              Edit
            </Link>
          </Button>
        )}
      </div>
      <div className="min-w-0">
        <h1 className="font-bold text-2xl [overflow-wrap:anywhere]">
          <bdi>{user.name ?? user.username}</bdi>
        </h1>
        <p className="text-muted [overflow-wrap:anywhere]">@{user.username}</p>
      </div>
      {user.bio.trim() === '' ? <p className="text-muted">No bio yet.</p> : <Caption text={user.bio} whole />}
      {posts === undefined ? (
        <Skeleton className="h-6 w-20" />
      ) : (
        <p className="text-muted">
          <span className="font-semibold text-text tabular">{postCountText(posts).split(' ')[0]}</span>{' '}
          {postCountText(posts).split(' ')[1]}
        </p>
      )}
    </header>
  );
}

/** Shown in place of the header until the person has loaded. */
export function ProfileHeaderSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="size-24 rounded-full" />
      <div className="flex flex-col gap-2 py-0.5">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-5 w-28" />
      </div>
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-6 w-20" />
    </div>
  );
}
