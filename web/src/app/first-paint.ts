/**
 * Runs in the head of the page, before anything else is there: draws the theme, and says which skeleton of index.html is seen until
 * the app draws. `build/first-paint.ts` puts it into the page itself, so it must stay small.
 */
import { frames } from '#app/frames.ts';
import { type RouteName, routes } from '#platform/paths.ts';
import { drawTheme } from '#platform/preferences.ts';
import { storedUser } from '#platform/session.ts';

const isHere = (name: string) =>
  new RegExp(`^${routes[name as RouteName].replace(/:\w+/g, '[^/]+')}/?$`).test(location.pathname);
const isFull = Object.entries(frames).some(([name, { full }]) => full && isHere(name));

const frame = isFull ? 'full' : 'columns';

drawTheme();
document.documentElement.dataset.frame = storedUser() === null ? 'account' : frame;
