import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { useShortcut } from '#platform/shortcuts.ts';

const ShortcutList = lazy(() => import('#app/shell/ShortcutList.tsx'));

/** The element that `/` moves to; the search box carries it. */
const searchBox = '[data-shortcut="search"]';

/** The shortcuts that work on every page. */
export function ShortcutHelp() {
  const [open, setOpen] = useState<boolean>();
  const navigate = useNavigate();
  useShortcut('?', () => setOpen(true));
  useShortcut('n', () => void navigate(pathTo('postUpload')));
  useShortcut('/', () => {
    const box = document.querySelector<HTMLElement>(searchBox);
    if (box === null) void navigate(pathTo('feed'), { state: { focus: 'search' } });
    else box.focus();
  });
  if (open === undefined) return null;
  return (
    <Suspense>
      <ShortcutList open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
