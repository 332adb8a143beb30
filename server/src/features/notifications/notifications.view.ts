import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import { messageIdOf } from '#features/rooms/public.ts';
import { linkOf, sentenceOf } from './kinds.kind.ts';
import type { ShownRow } from './shown.queries.ts';

const reportedOf = ({ report_id, reported_kind: kind, reported_name: name }: ShownRow) =>
  report_id === null || kind === null ? null : { report_id, kind, name };

/** A notification as its receiver sees it. */
export function viewNotification(row: ShownRow): Notification {
  const actors = row.usernames.map((username, index) =>
    viewAuthor({ username, name: row.names[index] ?? null, profile_path: row.profile_paths[index] ?? null }),
  );
  const facts = {
    type: row.type,
    names: actors.map(({ name, username }) => name ?? username),
    count: row.actor_count,
    postId: row.post_id,
    commentId: row.comment_id,
    messageId: row.message_id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    conversationId: row.conversation_id,
    username: actors[0]?.username ?? null,
    communityHandle: row.community_handle,
    communityName: row.community_name,
    excerpt: row.excerpt ?? '',
    isOnTeam: row.on_team,
    reported: reportedOf(row),
    isAnswer: row.decision_id !== null && row.subject !== row.decision_id,
  };
  return {
    _id: row.id,
    group: `${row.type}:${row.subject}`,
    type: row.type,
    created_at: row.created_at.toISOString(),
    read: row.read,
    actor: actors[0] ?? null,
    actors,
    others: Math.max(row.actor_count - 1, 0),
    text: sentenceOf(facts),
    excerpt: row.type === 'role' || row.type === 'security' ? '' : facts.excerpt,
    ...(row.post_id !== null && { post_id: row.post_id }),
    ...(row.comment_id !== null && { comment_id: row.comment_id }),
    ...(row.community_handle !== null && { community_handle: row.community_handle }),
    ...(row.channel_id !== null && { channel_id: row.channel_id }),
    ...(row.conversation_id !== null && { conversation_id: row.conversation_id }),
    ...(row.message_id !== null && { message_id: messageIdOf(row.message_id) }),
    ...(row.report_id !== null && { report_id: row.report_id }),
    ...(row.decision_id !== null && { decision_id: row.decision_id }),
    url: linkOf(facts),
  };
}
