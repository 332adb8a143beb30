import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { feedOptions, useRefreshFeed } from '#features/posts/posts.data.ts';
import { suggestedPeople } from '#features/posts/suggested.rules.ts';
import { FollowButton, PersonRow } from '#features/relations/public.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { EmptyState } from '#ui/states/States.tsx';

const none: readonly Post[][] = [];

/** People who posted lately, to follow; once the reader has chosen, they see those people's posts. */
export default function EmptyFollowing() {
  const viewer = useCurrentUser();
  const { data } = useInfiniteQuery(feedOptions('everyone'));
  const refresh = useRefreshFeed('following');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isLoading, setLoading] = useState(false);
  const people = suggestedPeople(data?.pages ?? none, viewer.username);
  const choose = (username: string) => {
    const next = new Set(chosen);
    if (!next.delete(username)) next.add(username);
    setChosen(next);
  };
  const show = async () => {
    setLoading(true);
    await refresh();
    setLoading(false);
  };
  const search = () => document.querySelector<HTMLElement>('[data-shortcut="search"]')?.focus();
  return (
    <>
      <EmptyState
        icon={UserPlus}
        title="Nothing here yet"
        action={
          chosen.size > 0 ? (
            <Button onClick={() => void show()} pending={isLoading}>
              Show their posts
            </Button>
          ) : (
            <Button onClick={search}>Search for people</Button>
          )
        }
      >
        Posts by people you follow show up here, newest first.
      </EmptyState>
      {people.length > 0 && (
        <Card className="overflow-hidden">
          <h2 className="px-4 pt-4 pb-1 font-semibold text-lg">People who posted lately</h2>
          <ul aria-label="People who posted lately" className="divide-y divide-line">
            {people.map((user) => (
              <PersonRow
                key={user.username}
                user={{ ...user, followed_by: false }}
                action={
                  <FollowButton
                    username={user.username}
                    following={chosen.has(user.username)}
                    followedBy={false}
                    size="sm"
                    onFollowed={() => choose(user.username)}
                  />
                }
              />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
