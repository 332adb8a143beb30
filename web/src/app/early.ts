/**
 * Work that can start while the app is still loading. `build/early-script.ts` builds a separate script from it. Everything else waits
 * for this script, so keep its imports small.
 */
import { pages } from '@hubbub/contract/platform/pages.ts';
import { firstPicture, seesHeldBack } from '#features/posts/public.ts';
import { firstTilePicture } from '#features/profiles/public.ts';
import { initialData } from '#platform/initial-data.ts';
import { mediaUrl } from '#platform/media.ts';
import { storedUser } from '#platform/session.ts';
import { savesData } from '#ui/data-saver/data-saver.ts';

/** Pages that show the person's own picture. */
const editors: readonly string[] = [pages.completeProfile.path, pages.updateProfile.path];

/** The picture people look at first, as attributes for its preload. */
function firstVisible() {
  const user = storedUser();
  if (user === null) return undefined;
  if (savesData()) return undefined;
  if (editors.some((path) => path === location.pathname)) return { href: mediaUrl(user.profile_path) };
  const answer = initialData();
  if (answer === undefined) return undefined;
  const body = JSON.parse(answer.text);
  // The profile grid, a single post, the feed, or something without pictures of posts.
  if (body.user) return firstTilePicture(body.posts, seesHeldBack(user, body.user.username));
  const posts = body.posts ?? (body.post && [body.post]);
  return posts && firstPicture(posts, user);
}

const picture = firstVisible();
// Otherwise this would wait for all of the app's code.
if (picture) {
  const link = { rel: 'preload', as: 'image', fetchPriority: 'high', ...picture };
  document.head.append(Object.assign(document.createElement('link'), link));
}
