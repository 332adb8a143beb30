import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { useShortcut } from '#platform/shortcuts.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const ShortcutList = lateOverlay(async () => (await import('#app/shell/ShortcutList.tsx')).default, 'The shortcuts');

/** The element that `/` focuses; the search box sets it. */
const searchBox = '[data-shortcut="search"]';

function focusSearch(): boolean {
  const box = document.querySelector<HTMLElement>(searchBox);
  box?.focus();
  return box !== null;
}

/** Retries on every frame for up to three seconds, because a page is drawn some time after navigation. */
function waitFor(attempt: () => boolean, until = performance.now() + 3000): void {
  if (attempt() || performance.now() > until) return;
  requestAnimationFrame(() => waitFor(attempt, until));
}

/** The shortcuts that work on every page. */
export function ShortcutHelp() {
  const [open, setOpen] = useState<boolean>();
  const navigate = useNavigate();
  useShortcut('?', () => setOpen(true));
  useShortcut('n', () => void navigate(pathTo('postUpload')));
  useShortcut('/', () => {
    if (!focusSearch()) void navigate(pathTo('feed'))?.then(() => waitFor(focusSearch));
  });
  return open === undefined ? null : <ShortcutList open={open} onClose={() => setOpen(false)} />;
}
