import { Settings, SquarePen } from 'lucide-react';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { late } from '#ui/late/late.tsx';

// The page's main content is drawn first.
const PopularCommunities = late(async () => (await import('#features/communities/public.ts')).PopularCommunities, {
  name: 'Popular Communities',
});

/** The right column from 1280 px: a new post, the settings, the popular communities. */
export function Aside() {
  return (
    <aside aria-label="Shortcuts" className="flex h-full flex-col gap-5 overflow-y-auto px-4 py-5">
      <div className="flex items-center gap-3">
        <Button asChild wide>
          <Link to={pathTo('postUpload')}>
            <SquarePen size={18} aria-hidden="true" />
            Post
          </Link>
        </Button>
        <IconButton asChild label="Settings" tone="raised" round={false}>
          <Link to={pathTo('settings')}>
            <Settings size={20} aria-hidden="true" />
          </Link>
        </IconButton>
      </div>
      <Card className="p-4">
        <h2 className="font-semibold text-lg">Popular Communities</h2>
        <div className="-mx-2 mt-2 min-h-44">
          <PopularCommunities />
        </div>
      </Card>
    </aside>
  );
}
