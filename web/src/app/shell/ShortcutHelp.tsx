import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { shortcuts, useShortcut } from '#platform/shortcuts.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';

/** The element that `/` moves to; the search box carries it. */
const searchBox = '[data-shortcut="search"]';

/** The shortcuts that work on every page, and the dialog that lists all. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  useShortcut('?', () => setOpen(true));
  useShortcut('n', () => void navigate(pathTo('postUpload')));
  useShortcut('/', () => {
    const box = document.querySelector<HTMLElement>(searchBox);
    if (box === null) void navigate(pathTo('feed'), { state: { focus: 'search' } });
    else box.focus();
  });
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col">
        {shortcuts.map(({ key, text }) => (
          <div
            key={key}
            className="flex min-h-11 items-center justify-between gap-4 border-line border-b last:border-b-0"
          >
            <dt>{text}</dt>
            <dd>
              <kbd className="inline-flex min-w-8 justify-center rounded-sm border border-line-strong bg-raised px-2 py-0.5 font-medium font-sans text-sm">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
