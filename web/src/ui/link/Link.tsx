import { type ComponentProps, type MouseEvent, use } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app, with its query and its fragment. */
  to: string;
  /** What the entry in the tab's history remembers. */
  state?: unknown;
  /** The page takes the current one's place in the tab's history, as it does in any case if it's the same one. */
  replace?: boolean;
}

/** Whether a click doesn't ask for a new tab, a new window or a download. */
const staysHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** A link to another page of the app. The router's own brings along what loads data for its routes, which this app has none of. */
export function Link({ to, state, replace = false, target, onClick, ...props }: LinkProps) {
  const { navigator } = use(UNSAFE_NavigationContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || target !== undefined || !staysHere(event)) return;
    event.preventDefault();
    const isHere = event.currentTarget.href === window.location.href;
    navigator[replace || isHere ? 'replace' : 'push'](to, state);
  };
  return <a {...props} href={to} target={target} onClick={follow} />;
}
