import { explainableChannels } from '#features/channels/public.ts';
import { explainableComments, reportableComments } from '#features/comments/public.ts';
import { explainableCommunities, guardCommunityPictures, reportableCommunities } from '#features/communities/public.ts';
import { guardGroupPictures } from '#features/conversations/groups.queries.ts';
import { explainableChats } from '#features/conversations/public.ts';
import { anyOf } from '#features/media/media.routes.ts';
import type { FileGuard } from '#features/media/public.ts';
import type { Moderation } from '#features/moderation/decisions.service.ts';
import { type Explain, openExplain } from '#features/moderation/explain.service.ts';
import { guardReportedFiles } from '#features/moderation/reported-files.service.ts';
import { thingsOf } from '#features/moderation/things.service.ts';
import { explainablePosts, guardPostFiles, reportablePosts } from '#features/posts/public.ts';
import { guardScheduledFiles } from '#features/posts/scheduled.queries.ts';
import { explainableProfiles, reportableProfiles } from '#features/profiles/public.ts';
import { guardPictures } from '#features/rooms/attachments.queries.ts';
import { explainableMessages, reportableMessages } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';

/** Why anybody can or can't do anything that's explained. */
export function explainEverything(platform: Platform): Explain {
  const posts = explainablePosts(platform);
  return openExplain(platform, [
    posts,
    ...explainableComments(platform, posts),
    explainableProfiles(platform),
    explainableMessages(platform),
    explainableCommunities(platform),
    ...explainableChannels(platform),
    explainableChats(platform),
  ]);
}

/** Everything that can be reported. */
export function openModeration(platform: Platform): Moderation {
  const messages = reportableMessages(platform);
  const things = thingsOf([
    reportablePosts(platform),
    reportableComments(platform),
    messages,
    reportableProfiles(platform),
    reportableCommunities(platform),
  ]);
  return { platform, messages, things };
}

/**
 * Who may see a private file: anyone allowed by a feature that the file may belong to, and moderators deciding about a
 * report of it.
 */
export const maySeeFiles = (platform: Platform, moderation: Moderation): FileGuard =>
  anyOf([
    guardPictures(platform),
    guardPostFiles(platform),
    guardScheduledFiles(platform),
    guardCommunityPictures(platform),
    guardGroupPictures(platform),
    guardReportedFiles(moderation),
  ]);
