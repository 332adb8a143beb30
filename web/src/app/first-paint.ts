/**
 * Runs in the head of the page, before anything else is there: draws the theme, and says which skeleton of index.html is seen until
 * the app draws. `build/first-paint.ts` puts it into the page itself, so it must stay small.
 */
import { pageEntries, pagePattern } from '@hubbub/contract/platform/pages.ts';
import { drawTheme } from '#platform/preferences.ts';
import { storedUser } from '#platform/session.ts';

const isFull = pageEntries.some(
  ([, { path, layout }]) => layout === 'full' && pagePattern(path).test(location.pathname),
);

const frame = isFull ? 'full' : 'columns';

drawTheme();
document.documentElement.dataset.frame = storedUser() === null ? 'account' : frame;
