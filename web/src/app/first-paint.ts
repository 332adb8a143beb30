/**
 * Runs in the page's head before anything else: applies the theme and chooses which skeleton in index.html shows until the app renders.
 * `build/first-paint.ts` inlines it into the page, so it must stay small.
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
