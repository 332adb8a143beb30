import { Ghost } from 'lucide-react';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';

interface CommunityMissingProps {
  handle: string;
  /** Forgets the address that led here. */
  onLeave?: (() => void) | undefined;
}

/** An address of a community that is not there. */
export function CommunityMissing({ handle, onLeave }: CommunityMissingProps) {
  return (
    <EmptyState
      icon={Ghost}
      title="There is no community by this handle"
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
        None is called <bdi>{handle}</bdi>. It was renamed, or the link is not complete.
      </span>
    </EmptyState>
  );
}
