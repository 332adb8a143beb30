import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban, VolumeX } from 'lucide-react';
import { Link } from 'react-router';
import { PeopleSkeleton } from '#features/relations/PeopleSkeleton.tsx';
import { relationsOptions } from '#features/relations/relations.data.ts';
import type { Relation } from '#features/relations/turned-away.ts';
import { UnblockButton } from '#features/relations/UnblockButton.tsx';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Card } from '#ui/card/Card.tsx';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const texts = {
  block: {
    icon: Ban,
    label: 'Blocked people',
    empty: "You haven't blocked anyone",
    hint: "You and the people you block don't see each other's posts, comments and profiles, and can't message each other.",
  },
  mute: {
    icon: VolumeX,
    label: 'Muted people',
    empty: "You haven't muted anyone",
    hint: "Posts by muted people don't appear in your feed. They aren't told.",
  },
};

function Person({ user, relation }: { user: Author; relation: Relation }) {
  const names = (
    <>
      <Avatar {...avatarUrls(user.profile_path)} size={40} />
      <span className="min-w-0 flex-1 leading-tight">
        <span dir="auto" className="block truncate text-left font-medium">
          {user.name ?? user.username}
        </span>
        <span className="block truncate text-muted text-sm">@{user.username}</span>
      </span>
    </>
  );
  const classes = 'flex min-w-0 flex-1 items-center gap-3 rounded-control';
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2">
      {relation === 'mute' ? (
        <Link to={pathTo('profile', { username: user.username })} className={classes}>
          {names}
        </Link>
      ) : (
        // There's no profile to see.
        <div className={classes}>{names}</div>
      )}
      <UnblockButton username={user.username} relation={relation} />
    </li>
  );
}

/** The people the viewer has blocked or muted, each with a button to take it back. */
export function RelationList({ relation }: { relation: Relation }) {
  const query = useInfiniteQuery(relationsOptions(relation));
  const failure = useLoadFailure(query, 'this list');
  const { data } = query;
  const { icon, label, empty, hint } = texts[relation];
  if (data === undefined) {
    return failure === null ? <PeopleSkeleton /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={icon} title={empty}>
        {hint}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-3 text-muted text-sm">{hint}</p>
      <Card className="overflow-hidden">
        <ul aria-label={label} className="divide-y divide-line">
          {data.map((user) => (
            <Person key={user.username} user={user} relation={relation} />
          ))}
        </ul>
      </Card>
      <ShowMore pages={query} size="sm" className="py-3" />
    </>
  );
}
