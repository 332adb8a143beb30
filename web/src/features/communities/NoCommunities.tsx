import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';

/** Where communities are listed and there's none. */
export function NoCommunities() {
  return (
    <p className="text-muted text-sm">
      No communities yet.{' '}
      <Link
        to={pathTo('communityCreate')}
        className="font-semibold text-accent-text underline-offset-4 hover:underline"
      >
        Create the first one
      </Link>
    </p>
  );
}
