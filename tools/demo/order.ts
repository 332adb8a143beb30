import {
  listChannelMessages,
  listChannels,
  sendChannelMessage,
} from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { createComment, listComments } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { banMember } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import { joinCommunity } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import {
  appeal,
  type DecisionAction,
  decideReport,
  listDecisions,
  listReports,
  type OwnDecision,
  sendReport,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { clientOf, findPost, type Residents } from './find.ts';
import { ban, type DemoReport, openReports, rudeComment, threat } from './world-data.ts';

/**
 * Has two people misbehave and others report them; a community bans one, who appeals. With a team, a moderator removes a post, too.
 * @returns whether anything was missing; the appeal comes last
 */
export async function keepOrder(residents: Residents, hasTeam: boolean): Promise<boolean> {
  const banned = await decisionAbout(residents, ban.username, 'ban');
  if (banned?.appeal) return false;
  await beRude(residents);
  for (const report of openReports) await sendReports(residents, report);
  await removeThreat(residents, hasTeam);
  if (!banned) await banAdvertiser(residents);
  await appealAgainst(residents, ban.username, 'ban', ban.appeal);
  return true;
}

async function beRude(residents: Residents): Promise<void> {
  const post_id = await findPost(residents, rudeComment.post);
  if (post_id === undefined) return;
  const client = clientOf(residents, rudeComment.by);
  if ((await findComment(residents, post_id, rudeComment.text)) !== undefined) return;
  await client.call(createComment, { params: { post_id }, body: { content: rudeComment.text } });
}

async function findComment(residents: Residents, post_id: string, start: string): Promise<string | undefined> {
  const client = clientOf(residents, rudeComment.by);
  const { comments } = await client.call(listComments, { params: { post_id }, query: {} });
  return comments.find(({ content }) => content.startsWith(start))?.comment_id;
}

/** The thing as a report names it; undefined if it's gone. */
async function thingOf(residents: Residents, about: DemoReport['about']) {
  if ('username' in about) return { kind: 'user', id: about.username } as const;
  const postId = await findPost(residents, about.post);
  if (postId === undefined) return undefined;
  if (!about.comment) return { kind: 'post', id: postId } as const;
  const commentId = await findComment(residents, postId, about.comment.start);
  return commentId === undefined ? undefined : ({ kind: 'comment', id: commentId } as const);
}

async function sendReports(residents: Residents, { about, reporters }: DemoReport): Promise<void> {
  const thing = await thingOf(residents, about);
  if (!thing) return;
  for (const { by, reason, text = '' } of reporters) {
    await clientOf(residents, by).call(sendReport, { body: { ...thing, reason, text } });
  }
}

async function removeThreat(residents: Residents, hasTeam: boolean): Promise<void> {
  const { about, removal } = threat;
  const offender = about.post.by;
  const removed = await decisionAbout(residents, offender, 'remove');
  if (!removed) await sendReports(residents, threat);
  if (!hasTeam) return;
  if (!removed) {
    const moderator = clientOf(residents, removal.by);
    const thing = await thingOf(residents, about);
    const { reports } = await moderator.call(listReports, { query: { size: 100 } });
    const report = reports.find(({ kind, id }) => kind === thing?.kind && id === thing.id);
    if (!report) return;
    const params = { report_id: report.report_id };
    await moderator.call(decideReport, { params, body: { action: 'remove', text: removal.text, rule: removal.rule } });
  }
  await appealAgainst(residents, offender, 'remove', removal.appeal);
}

async function banAdvertiser(residents: Residents): Promise<void> {
  const params = { handle: ban.community };
  const advertiser = clientOf(residents, ban.username);
  await advertiser.call(joinCommunity, { params, body: {} });
  const { channels } = await advertiser.call(listChannels, { params, query: {} });
  const channel_id = channels.find(({ name }) => name === ban.channel)?.channel_id;
  if (channel_id === undefined) return;
  const form = new FormData();
  form.set('conversation', channel_id);
  form.set('content', ban.message);
  form.set('client_id', 'demo-advert');
  await advertiser.call(sendChannelMessage, { form });

  const { by, ...report } = ban.reporter;
  const reporter = clientOf(residents, by);
  const { messages } = await reporter.call(listChannelMessages, { params: { channel_id }, query: {} });
  const message = messages.find((one) => one.client_id === 'demo-advert');
  if (message) await reporter.call(sendReport, { body: { kind: 'message', id: message._id, ...report } });
  await clientOf(residents, ban.by).call(banMember, {
    params: { ...params, username: ban.username },
    body: { days: ban.days, text: ban.text },
  });
}

async function decisionAbout(
  residents: Residents,
  username: string,
  action: DecisionAction,
): Promise<OwnDecision | undefined> {
  const { decisions } = await clientOf(residents, username).call(listDecisions, { query: {} });
  return decisions.find((one) => one.action === action);
}

async function appealAgainst(residents: Residents, username: string, action: DecisionAction, text: string) {
  const decision = await decisionAbout(residents, username, action);
  if (!decision?.can_appeal || decision.appeal) return;
  const params = { decision_id: decision.decision_id };
  await clientOf(residents, username).call(appeal, { params, body: { text } });
}
