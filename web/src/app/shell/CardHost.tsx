import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isPlainClick, usernameIn, type Way } from '#app/shell/card.rules.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const PersonCard = lateOverlay(async () => (await import('#app/shell/PersonCard.tsx')).default, 'The card');

/** Milliseconds that a mouse rests on a name before its card appears, and that the card stays once the mouse has left. */
const restingTime = 500;
const leavingTime = 250;

interface OpenCard {
  username: string;
  anchor: HTMLElement;
  way: Way;
}

/** The link to a person's profile in which an event happened. Only links in the page's content count: those in a card open no card. */
function linkAt({ target }: Event): Omit<OpenCard, 'way'> | undefined {
  const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href^="/profile/"]') : null;
  if (anchor === null || anchor.closest('[data-popover]') !== null) return undefined;
  const username = usernameIn(anchor.pathname);
  return username === undefined ? undefined : { username, anchor };
}

/**
 * Shows a card of the person a link leads to: while a mouse rests on it, and with a click or Enter on links that carry `data-card`, which
 * are those in chats. Everywhere else a click leads to the profile.
 */
export function CardHost() {
  const [open, setOpen] = useState<OpenCard>();
  const { key } = useLocation();
  useEffect(() => {
    if (key) setOpen(undefined);
  }, [key]);
  useEffect(() => {
    let timer = 0;
    const later = (work: () => void, delay: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(work, delay);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      const link = linkAt(event);
      const inCard = event.target instanceof Element && event.target.closest('[data-popover=card]') !== null;
      if (link !== undefined) {
        later(() => setOpen((known) => (known?.way === 'click' ? known : { ...link, way: 'hover' })), restingTime);
      } else if (inCard) window.clearTimeout(timer);
      else later(() => setOpen((known) => (known?.way === 'click' ? known : undefined)), leavingTime);
    };
    const onDown = () => window.clearTimeout(timer);
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event);
      if (!link?.anchor.hasAttribute('data-card') || !isPlainClick(event)) return;
      event.preventDefault();
      window.clearTimeout(timer);
      setOpen({ ...link, way: 'click' });
    };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerdown', onDown, true);
    document.addEventListener('click', onClick, true);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('click', onClick, true);
    };
  }, []);
  if (open === undefined) return null;
  return <PersonCard key={`${open.username} ${open.way}`} {...open} onClose={() => setOpen(undefined)} />;
}
