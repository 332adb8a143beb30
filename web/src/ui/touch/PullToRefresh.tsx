import { ArrowDown } from 'lucide-react';
import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** Pixels that the sign has come down by when lifting the finger refreshes. */
const enough = 64;
/** Pixels that it comes down by at most. */
const most = 88;

/** Whether something between a touched element and the page is scrolled down: a pull scrolls it back, then. */
function isScrolled(target: Element): boolean {
  for (let element: Element | null = target; element !== null; element = element.parentElement)
    if (element.scrollTop > 0) return true;
  return false;
}

interface PullToRefreshProps {
  /** Whether it's needed: browsers have a pull of their own. */
  isOn: boolean;
  onRefresh: () => Promise<unknown>;
  /** As high as what it's in, for a list that scrolls itself. */
  fills?: boolean | undefined;
  children: ReactNode;
}

/** Pulling down a list that's at its top refreshes it. People without a touch screen reload the page. */
export function PullToRefresh({ isOn, onRefresh, fills = false, children }: PullToRefreshProps) {
  const start = useRef<{ x: number; y: number }>(null);
  const [pulled, setPulled] = useState(0);
  const [isRefreshing, setIsRefreshing] = useState(false);
  const end = () => {
    start.current = null;
    setPulled(0);
  };
  const handlers = {
    onTouchStart({ touches, target, currentTarget }: TouchEvent) {
      const { 0: touch, length } = touches;
      // What floats above the list isn't inside it, though its events bubble through here.
      const isHere = target instanceof Element && currentTarget.contains(target) && !isScrolled(target);
      start.current = isHere && length === 1 && touch && !isRefreshing ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchMove({ touches: { 0: touch, length } }: TouchEvent) {
      const { current } = start;
      if (current === null || touch === undefined) return;
      const [dx, dy] = [Math.abs(touch.clientX - current.x), touch.clientY - current.y];
      if (length > 1 || (pulled === 0 && (dy < 0 || dx > Math.max(dy, 8)))) return end();
      const next = Math.min(most, Math.max(0, dy - 8) / 2);
      if (pulled < enough && next >= enough) navigator.vibrate?.(10);
      setPulled(next);
    },
    onTouchEnd() {
      // Without a connection it would wait for one; a banner says so already.
      if (pulled >= enough && navigator.onLine !== false) {
        setIsRefreshing(true);
        void onRefresh().finally(() => setIsRefreshing(false));
      }
      end();
    },
    onTouchCancel: end,
  };
  return (
    <div
      {...(isOn && { ...handlers, 'data-pulls': '' })}
      className={cx('relative', fills && 'flex min-h-0 flex-1 flex-col')}
    >
      {(pulled > 0 || isRefreshing) && (
        <div
          // Without motion it stays in its place and only shows more clearly.
          className="-mt-10 pointer-events-none absolute inset-x-0 top-0 z-20 flex justify-center motion-reduce:transform-[translateY(3.5rem)]!"
          style={{
            transform: `translateY(${isRefreshing ? 56 : pulled}px)`,
            opacity: isRefreshing ? 1 : Math.min(1, pulled / enough),
          }}
        >
          <span
            className={cx(
              'inline-flex size-10 items-center justify-center rounded-full border border-line bg-surface shadow-float',
              pulled >= enough || isRefreshing ? 'text-accent-text' : 'text-muted',
            )}
          >
            {isRefreshing ? <Spinner label="Refreshing" /> : <ArrowDown size={20} aria-hidden="true" />}
          </span>
        </div>
      )}
      {children}
    </div>
  );
}
