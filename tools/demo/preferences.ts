import {
  readNotificationSettings,
  updateNotificationSettings,
} from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { bookmarkPost, createPost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { listScheduledPosts } from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { muteUser } from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { listBookmarks } from '@hubbub/contract/features/search/search.endpoints.ts';
import { clientOf, findPost, type Residents } from './find.ts';
import { muted, reader, saved, scheduled, settings } from './world-data.ts';

/** Some people choose their notifications and mute others, unless they've chosen already. @returns whether anybody hadn't */
export async function chooseSettings(residents: Residents): Promise<boolean> {
  const missing: (typeof settings)[number][] = [];
  for (const one of settings) {
    const known = await clientOf(residents, one.by).call(readNotificationSettings, {});
    if (known.settings.mail === 'off') missing.push(one);
  }
  if (missing.length === 0) return false;
  for (const { by, username } of muted) await clientOf(residents, by).call(muteUser, { params: { username } });
  for (const { by, ...body } of missing) await clientOf(residents, by).call(updateNotificationSettings, { body });
  return true;
}

/** Somebody saves posts, unless they have saved some. @returns whether anything was missing */
export async function savePosts(residents: Residents): Promise<boolean> {
  const client = clientOf(residents, reader);
  const { posts = [] } = await client.call(listBookmarks, { query: {} });
  if (posts.length > 0) return false;
  for (const quoted of saved) {
    const post_id = await findPost(residents, quoted);
    if (post_id !== undefined) await client.call(bookmarkPost, { params: { post_id } });
  }
  return true;
}

/** Somebody writes a post ahead, unless one waits or it has been published. @returns whether it was missing */
export async function schedulePost(residents: Residents, { by, text, days } = scheduled): Promise<boolean> {
  const client = clientOf(residents, by);
  const { drafts } = await client.call(listScheduledPosts, {});
  if (drafts.length > 0 || (await findPost(residents, { by, start: text })) !== undefined) return false;
  const form = new FormData();
  form.set('content', text);
  form.set('publish_at', new Date(Date.now() + days * 24 * 60 * 60_000).toISOString());
  await client.call(createPost, { form });
  return true;
}
