import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { UserPen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { postCountText } from '#features/profiles/grid.rules.ts';
import type { ProfilePage } from '#features/profiles/profiles.data.ts';
import { FollowsYou } from '#features/relations/public.ts';
import { RichText } from '#features/rich-text/public.ts';
import { mediaUrl } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { useSavesData } from '#ui/data-saver/data-saver.ts';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';

type Follows = Pick<ProfilePage['user'], 'followed_by' | 'follower_count' | 'following_count'>;

interface ProfileHeaderProps {
  user: Pick<User, 'username' | 'name' | 'bio' | 'profile_path'>;
  /** What the server says of them and the viewer; undefined until known. */
  known: Follows | undefined;
  /** Undefined until known. */
  posts: number | undefined;
  /** The viewer's own profile. */
  own: boolean;
  /** Actions for another person's profile. */
  actions?: ReactNode;
}

const shortCount = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number and its word. */
function Count({ count, text }: { count: string; text: string }) {
  return (
    <>
      <span className="font-semibold text-text tabular">{count}</span> {text}
    </>
  );
}

/** How many posts a person has, how many follow them, and how many they follow. */
function Counts({ username, posts, known }: { username: string; posts: number; known: Follows }) {
  const [count = '', text = ''] = postCountText(posts).split(' ');
  const { follower_count: followers, following_count: following } = known;
  const link = 'inline-flex min-h-6 items-center gap-1 rounded-control hover:underline pointer-coarse:min-h-11';
  return (
    <div className="-my-1 flex flex-wrap items-center gap-x-4 text-muted">
      <Link to={pathTo('followers', { username })} className={link}>
        <Count count={shortCount.format(followers)} text={followers === 1 ? 'follower' : 'followers'} />
      </Link>
      <Link to={pathTo('following', { username })} className={link}>
        <Count count={shortCount.format(following)} text="following" />
      </Link>
      <p>
        <Count count={count} text={text} />
      </p>
    </div>
  );
}

/** With the data saver on, it loads when it's tapped. */
function Picture({ username, path }: { username: string; path: string }) {
  const [wanted, setWanted] = useState(false);
  const isHeld = useSavesData() && !wanted && path !== defaultProfilePath;
  if (!isHeld) return <Avatar src={mediaUrl(path)} alt={`Picture of ${username}`} size={96} eager wanted={wanted} />;
  return (
    <button
      type="button"
      aria-label={`Show the picture of ${username}`}
      onClick={() => setWanted(true)}
      className="relative overflow-hidden rounded-full"
    >
      <Avatar src={undefined} size={96} />
      <span className="absolute inset-x-0 bottom-0 bg-black/65 pt-1 pb-2 font-semibold text-sm text-white">Show</span>
    </button>
  );
}

/** Picture, name, username, bio and number of posts; on the person's own profile, the edit button. */
export function ProfileHeader({ user, known, posts, own, actions }: ProfileHeaderProps) {
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <Picture username={user.username} path={user.profile_path} />
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
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <span className="[overflow-wrap:anywhere]">@{user.username}</span>
          {known?.followed_by && <FollowsYou />}
        </p>
      </div>
      {user.bio.trim() === '' ? <p className="text-muted">No bio yet.</p> : <RichText text={user.bio} whole />}
      {posts === undefined || known === undefined ? (
        <Skeleton className="h-6 w-56" />
      ) : (
        <Counts username={user.username} posts={posts} known={known} />
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
