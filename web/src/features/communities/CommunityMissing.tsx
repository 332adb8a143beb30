import { Ghost } from 'lucide-react';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';

interface CommunityMissingProps {
  handle: string;
  /** Clears the URL that led here. */
  onLeave?: (() => void) | undefined;
}

/** A URL of a community that doesn't exist. */
export function CommunityMissing({ handle, onLeave }: CommunityMissingProps) {
  return (
    <EmptyState
      icon={Ghost}
      title="Community not found"
      action={
        onLeave === undefined ? (
          <Button asChild>
            <Link to={pathTo('communities')}>Go to your communities</Link>
          </Button>
        ) : (
          <Button onClick={onLeave}>Go to your communities</Button>
        )
      }
    >
      <span className="[overflow-wrap:anywhere]">
        There's no community called <bdi>{handle}</bdi>. It may have been renamed, or the link is incomplete.
      </span>
    </EmptyState>
  );
}
