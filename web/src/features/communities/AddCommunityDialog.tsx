import { Compass, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog, DialogClose } from '#ui/dialog/Dialog.tsx';

interface AddCommunityDialogProps {
  onClose: () => void;
  /** Opens the search. */
  onFind: () => void;
}

/** What the rail's add button opens: create a community, or find one. */
export function AddCommunityDialog({ onClose, onFind }: AddCommunityDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a community"
      size="sm"
      closer={
        <DialogClose asChild>
          <Button tone="quiet">Close</Button>
        </DialogClose>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">Start your own, or find one to join.</p>
        <Button asChild size="lg" wide>
          <Link to={pathTo('communityCreate')}>
            <Plus size={20} aria-hidden="true" />
            Create Community
          </Link>
        </Button>
        <Button
          tone="secondary"
          size="lg"
          wide
          icon={<Compass size={20} aria-hidden="true" />}
          onClick={() => {
            onClose();
            onFind();
          }}
        >
          Find a community
        </Button>
      </div>
    </Dialog>
  );
}
