/**
 * What must happen before the first paint, and what can begin while the app is still on its way. `build/early-script.ts` makes a script of its own of
 * this; everything waits for it, so what it imports must be little.
 */
import { firstPicture } from '#features/posts/public.ts';
import { firstTilePicture } from '#features/profiles/public.ts';
import { earlyAnswer } from '#platform/early-answer.ts';
import { mediaUrl } from '#platform/media.ts';
import { routes } from '#platform/paths.ts';
import { drawTheme } from '#platform/preferences.ts';
import { storedUser } from '#platform/session.ts';

/** Pages whose picture is one's own. */
const editors: readonly string[] = [routes.completeProfile, routes.updateProfile];

/** The picture that people look at first, as the attributes of its preload. */
function firstInSight() {
  const user = storedUser();
  if (user === null) return undefined;
  if (editors.some((path) => path === location.pathname)) return { href: mediaUrl(user.profile_path) };
  const answer = earlyAnswer();
  if (answer === undefined) return undefined;
  const showNsfw = user.show_nsfw ?? false;
  const body = JSON.parse(answer.text);
  // A person with the grid, the page of one post, or the feed.
  return body.user ? firstTilePicture(body.posts, showNsfw) : firstPicture(body.posts ?? [body.post], showNsfw);
}

drawTheme();
const picture = firstInSight();
// It would otherwise wait for all of the app's code.
if (picture) {
  const link = { rel: 'preload', as: 'image', fetchPriority: 'high', ...picture };
  document.head.append(Object.assign(document.createElement('link'), link));
}
