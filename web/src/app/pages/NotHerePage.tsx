import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** A destination of the product that this installation does not have. */
export default function NotHerePage() {
  usePageTitle('Not here');
  return (
    <>
      <h1 className="sr-only">Not here</h1>
      <div className="pt-16">
        <EmptyState
          icon={Compass}
          title="This page is not part of this Hubbub"
          action={
            <Button asChild>
              <Link to={pathTo('feed')}>Go to the feed</Link>
            </Button>
          }
        >
          Whoever runs it has not installed a version that has it. Your feed, profile and settings are where they were.
        </EmptyState>
      </div>
    </>
  );
}
