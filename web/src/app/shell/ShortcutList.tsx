import { isApple } from '#platform/device.ts';
import { shortcuts } from '#platform/shortcuts.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';

interface ShortcutListProps {
  open: boolean;
  onClose: () => void;
}

/** The dialog that lists all shortcuts. */
export default function ShortcutList({ open, onClose }: ShortcutListProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col">
        {shortcuts.map(({ key, text }) => (
          <div
            key={key}
            className="flex min-h-11 items-center justify-between gap-4 border-line border-b last:border-b-0"
          >
            <dt>{text}</dt>
            <dd>
              <kbd className="inline-flex min-w-8 justify-center rounded-sm border border-line-strong bg-raised px-2 py-0.5 font-medium font-sans text-sm">
                {isApple() ? key.replace('Ctrl', '⌘') : key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
