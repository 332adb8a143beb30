import { readdir, stat } from 'node:fs/promises';
import { channelCategory, channelName, channelTopic } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { commentContent } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import {
  communityDescription,
  communityHandle,
  communityName,
  permission,
  roleName,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { reportReason } from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import { updateNotificationSettings } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { newPoll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import { messageContent } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { bio, email, name, password, postContent, siteRole, username } from '@hubbub/contract/platform/shapes.ts';
import { describe, expect, test } from 'vitest';
import { hasFile } from './files.ts';
import { demoPassword, emailOf } from './people.ts';
import { mediaOf } from './publish.ts';
import { planWorld } from './world.ts';
import {
  announced,
  ban,
  communities,
  everyone,
  groups,
  type Line,
  lineOf,
  muted,
  openReports,
  type Quoted,
  reader,
  rudeComment,
  saved,
  scheduled,
  settings,
  siteSettings,
  talks,
  team,
  threat,
} from './world-data.ts';

const plans = planWorld();
const known = new Set(everyone.map((person) => person.username));

describe('the demo world', () => {
  test("is the same each time it's planned, so that a second run can tell what exists", () => {
    expect(planWorld()).toEqual(plans);
  });

  test('has people the server accepts, each with a unique name', () => {
    expect(known.size).toBe(everyone.length);
    for (const person of everyone) {
      username.parse(person.username);
      email.parse(emailOf(person.username));
      name.parse(person.name ?? '');
      bio.parse(person.bio);
      expect(hasFile(person.username), person.username).toBe(person.hasPicture);
    }
    password.parse(demoPassword);
  });

  test('has posts and comments the server accepts, by its own people', () => {
    for (const plan of plans) {
      postContent.parse(plan.text);
      expect(plan.alts?.length ?? 0, plan.text).toBeLessThanOrEqual(mediaOf(plan).length);
      if (plan.poll) newPoll.parse(JSON.stringify({ choices: plan.poll, ends_at: '2027-01-01T00:00:00Z' }));
      for (const comment of plan.comments) commentContent.parse(comment.text);
      const actors = [plan.by, ...plan.votes.map(({ by }) => by), ...plan.comments.map(({ by }) => by)];
      expect(
        actors.filter((actor) => !known.has(actor)),
        plan.text,
      ).toEqual([]);
    }
  });

  test('lets no one write the same post twice: a second run tells posts apart by author and text', () => {
    expect(new Set(plans.map(({ by, text }) => `${by} ${text}`)).size).toBe(plans.length);
  });

  test('lets no one vote twice on a post, or on their own', () => {
    for (const { by, votes } of plans) {
      expect(new Set([by, ...votes.map((vote) => vote.by)]).size).toBe(votes.length + 1);
    }
  });

  test('has every picture and recording that its posts show', () => {
    for (const plan of plans) {
      const names = mediaOf(plan);
      expect(names.length).toBeLessThanOrEqual(limits.post.files);
      for (const name of names) expect(hasFile(name), name).toBe(true);
    }
  });

  /** The server takes each line, by somebody who's there, and every file in them exists. */
  function expectLines(lines: readonly Line[], people: readonly string[]) {
    for (const [by, text, media = ''] of lines) {
      expect(people, text).toContain(by);
      messageContent.parse(text);
      const names = mediaOf({ media });
      expect(names.length).toBeLessThanOrEqual(limits.message.files);
      for (const name of names) expect(hasFile(name), name).toBe(true);
    }
  }

  test('has conversations between two of its own people, each pair only once, and every file in them exists', () => {
    for (const { between, lines, unreadBy, missedCallBy } of talks) {
      expect(new Set(between).size).toBe(2);
      for (const username of between) expect(known, username).toContain(username);
      for (const one of [unreadBy, missedCallBy]) if (one !== undefined) expect(between).toContain(one);
      expectLines(lines, between);
    }
    expect(new Set(talks.map(({ between }) => [...between].sort().join())).size).toBe(talks.length);
  });

  test('has groups of its own people, which a second run tells apart by who is in them', () => {
    for (const { by, members, name, picture, lines, joins, unreadBy } of groups) {
      const people = [by, ...members];
      for (const username of people) expect(known, username).toContain(username);
      expect(new Set(people).size).toBeGreaterThanOrEqual(limits.group.members.min);
      expect(codePoints(name ?? '')).toBeLessThanOrEqual(limits.group.name.max);
      if (picture !== undefined) expect(hasFile(picture), picture).toBe(true);
      if (unreadBy !== undefined) expect(people).toContain(unreadBy);
      expectLines(lines.slice(0, joins?.before), people);
      if (joins !== undefined) {
        expect(people).toContain(joins.by);
        expect(known).toContain(joins.username);
        expectLines(lines.slice(joins.before), [...people, joins.username]);
      }
      const alike = groups.filter((other) => people.every((one) => [other.by, ...other.members].includes(one)));
      expect(alike.length, name).toBe(1);
    }
  });

  test('shows what messages can be: with pictures, sounds, a video, a voice message, documents and mentions', () => {
    const inChannels = communities.flatMap(({ channels }) => channels.flatMap(({ said }) => said.map(lineOf)));
    const lines = [...talks, ...groups].flatMap((one) => one.lines).concat(inChannels);
    const kinds = new Set(lines.flatMap(([, , media = '']) => mediaOf({ media }).map((name) => name.split(':')[0])));
    for (const kind of ['sound', 'video', 'voice', 'document']) expect(kinds).toContain(kind);
    expect(lines.some(([, , media = '']) => mediaOf({ media }).length > 1)).toBe(true);
    const texts = lines.map(([, text]) => text).join(' ');
    const mentioned = [...texts.matchAll(/@(\w+)/g)].map(([, name]) => name ?? '');
    expect(mentioned.filter((name) => name !== 'everyone' && !known.has(name))).toEqual([]);
    expect(mentioned).toContain('everyone');
  });

  test('has pictures of at most 3 MB altogether', async () => {
    const folder = new URL('pictures/', import.meta.url);
    const sizes = (await readdir(folder)).map(async (name) => (await stat(new URL(name, folder))).size);
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
  });

  test('gives reasons, permissions and roles that the server knows', () => {
    const reporters = [...openReports, threat].flatMap((report) => report.reporters).concat(ban.reporter);
    for (const { reason } of reporters) reportReason.parse(reason);
    const roles = communities.flatMap((community) => community.roles ?? []);
    for (const { permissions } of roles) permission.array().parse(permissions);
    for (const { role } of team) siteRole.parse(role);
    for (const { by, ...body } of settings) updateNotificationSettings.body.parse(body);
    for (const { reach = 1 } of plans) expect([0, 1, 2, 3]).toContain(reach);
  });

  test('has posts in communities by their members, and reports only what is there', () => {
    for (const { handle, by, members, posts = [] } of communities) {
      const writers = posts.flatMap((post) => [post.by, ...(post.said ?? []).map((line) => lineOf(line)[0])]);
      for (const writer of writers) expect([by, ...members], handle).toContain(writer);
    }
    const isPlanned = ({ by, start }: Quoted) => plans.some((plan) => plan.by === by && plan.text.startsWith(start));
    const quoted = [...openReports, threat].flatMap(({ about }) => ('post' in about ? [about.post] : []));
    for (const quote of [...quoted, rudeComment.post, announced, ...saved])
      expect(isPlanned(quote), quote.start).toBe(true);
    for (const { reporters } of [...openReports, threat]) for (const { by } of reporters) expect(known).toContain(by);
    const choosing = [reader, ...settings.map(({ by }) => by), ...muted.flatMap(({ by, username }) => [by, username])];
    for (const username of choosing) expect(known).toContain(username);
    expect(known).toContain(scheduled.by);
    postContent.parse(scheduled.text);
    for (const rule of siteSettings.rules) expect(rule.length).toBeLessThanOrEqual(limits.site.rules.text);
    expect(siteSettings.rules.length).toBeGreaterThanOrEqual(threat.removal.rule);
  });

  test('has communities the server accepts, and only members with access write in their channels', () => {
    for (const { handle, name, description, picture, by, members, roles = [], channels } of communities) {
      communityDescription.parse(description);
      communityHandle.parse(handle);
      communityName.parse(name);
      if (picture !== undefined) expect(hasFile(picture), picture).toBe(true);
      for (const username of [by, ...members]) expect(known, username).toContain(username);
      const holders = new Map([
        ['admin', [by]],
        ['user', [by, ...members]],
        ...roles.map((role): [string, readonly string[]] => [roleName.parse(role.name), role.holders]),
      ]);
      for (const { name: channel, topic = '', roles: open, said, category = null, ...more } of channels) {
        channelTopic.parse(topic);
        if (category !== null) channelCategory.parse(category);
        const { threads = [], pinned, saved: kept, slowMode = 0, isVoice } = more;
        expect(slowMode).toBeLessThanOrEqual(limits.channel.slowMode);
        if (isVoice) expect([said, threads]).toEqual([[], []]);
        const places = [
          ...threads.map(({ about }) => about),
          ...(pinned === undefined ? [] : [pinned]),
          ...(kept?.lines ?? []),
        ];
        for (const place of places) expect(said[place], channel).toBeDefined();
        channelName.parse(channel);
        const speakers = open.flatMap((role) => holders.get(role) ?? []);
        expect(speakers, `the creator of ${handle} reads ${channel}`).toContain(by);
        if (kept) expect(speakers).toContain(kept.by);
        for (const lines of [said, ...threads.map((thread) => thread.said)]) expectLines(lines.map(lineOf), speakers);
      }
    }
  });
});
