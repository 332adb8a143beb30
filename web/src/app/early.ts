/**
 * What must happen before the first paint, and what can begin while the app is still on its way. `build/early-script.ts` makes a script of its own of
 * this; everything waits for it, so what it imports must be little.
 */
import { firstPicture } from '#features/posts/public.ts';
import { earlyAnswer } from '#platform/early-answer.ts';
import { routes } from '#platform/paths.ts';
import { drawTheme } from '#platform/preferences.ts';
import { storedUser } from '#platform/session.ts';

function fetchEarly(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes));
}

/** The files of the feed that the app's entry does not bring, named by `build/feed-files.ts`. */
function fetchFeedFiles(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="feed-files"]')?.content ?? '';
  for (const href of files.split(' ').filter(Boolean)) fetchEarly({ rel: 'modulepreload', crossOrigin: '', href });
}

/** The picture that people look at first would otherwise wait for all of the app's code. */
function fetchFirstPicture(): void {
  const answer = earlyAnswer();
  const picture = answer && firstPicture(JSON.parse(answer.text).posts, storedUser()?.show_nsfw ?? false);
  if (picture) fetchEarly({ rel: 'preload', as: 'image', fetchPriority: 'high', ...picture });
}

drawTheme();
// Whoever is signed in comes to the feed by both addresses.
if (storedUser() !== null && [routes.login, routes.feed].some((path) => path === location.pathname)) {
  fetchFirstPicture();
  fetchFeedFiles();
}
