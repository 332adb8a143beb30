import { Search } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { pathTo } from '#platform/paths.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

/** Whether the keyboard is in the page's content: neither in its navigation nor in something that floats above it. */
const isInContent = (): boolean => {
  const active = document.activeElement;
  return active === null || active === document.body || active.closest('main') !== null;
};

/** Leads to the search in a room, also with Ctrl F or ⌘ F while the room has the focus. */
export function RoomSearchButton({ roomId, name }: { roomId: string; name: string }) {
  const navigate = useNavigate();
  const to = pathTo('search', {}, { room: roomId });
  const state = { roomName: name };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey || !isInContent()) return;
    event.preventDefault();
    void navigate(to, { state });
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <IconButton asChild label={`Search in ${name}`}>
      <Link to={to} state={state}>
        <Search size={18} aria-hidden="true" />
      </Link>
    </IconButton>
  );
}
