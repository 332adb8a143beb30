/**
 * What can begin while the app is still on its way. `build/early-script.ts` makes a script of its own of
 * this; everything waits for it, so what it imports must be little.
 */
import { pages } from '@hubbub/contract/platform/pages.ts';
import { firstPicture, seesHeldBack } from '#features/posts/public.ts';
import { firstTilePicture } from '#features/profiles/public.ts';
import { initialData } from '#platform/initial-data.ts';
import { mediaUrl } from '#platform/media.ts';
import { storedUser } from '#platform/session.ts';

/** Pages whose picture is one's own. */
const editors: readonly string[] = [pages.completeProfile.path, pages.updateProfile.path];

/** The picture that people look at first, as the attributes of its preload. */
function firstInSight() {
  const user = storedUser();
  if (user === null) return undefined;
  if (editors.some((path) => path === location.pathname)) return { href: mediaUrl(user.profile_path) };
  const answer = initialData();
  if (answer === undefined) return undefined;
  const body = JSON.parse(answer.text);
  // A person with the grid, the page of one post, or the feed.
  if (body.user) return firstTilePicture(body.posts, seesHeldBack(user, body.user.username));
  return firstPicture(body.posts ?? [body.post], user);
}

const picture = firstInSight();
// It would otherwise wait for all of the app's code.
if (picture) {
  const link = { rel: 'preload', as: 'image', fetchPriority: 'high', ...picture };
  document.head.append(Object.assign(document.createElement('link'), link));
}
