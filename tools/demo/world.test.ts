import { channelName, channelTopic } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { commentContent } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import {
  communityDescription,
  communityHandle,
  communityName,
  roleName,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messageContent } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { newPoll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import { postContent } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { bio, email, name, password, username } from '@hubbub/contract/platform/shapes.ts';
import { describe, expect, test } from 'vitest';
import { hasFile } from './files.ts';
import { demoPassword, emailOf, everyone } from './people.ts';
import { talks } from './posts/talks.ts';
import { announced, siteSettings } from './posts/team.ts';
import { openReports, type Quoted, rudeComment, threat } from './posts/trouble.ts';
import { mediaOf } from './publish.ts';
import { communities, planWorld } from './world.ts';

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

  test('has conversations between two of its own people, each pair only once, and every picture in them exists', () => {
    for (const { between, lines, unreadBy } of talks) {
      expect(new Set(between).size).toBe(2);
      for (const username of between) expect(known, username).toContain(username);
      if (unreadBy !== undefined) expect(between).toContain(unreadBy);
      for (const [by, text, picture] of lines) {
        expect(between, text).toContain(by);
        messageContent.parse(text);
        if (picture !== undefined) expect(hasFile(picture), picture).toBe(true);
      }
    }
    expect(new Set(talks.map(({ between }) => [...between].sort().join())).size).toBe(talks.length);
  });

  test('has posts in communities by their members, and reports only what is there', () => {
    for (const { handle, by, members, posts = [] } of communities) {
      const writers = posts.flatMap((post) => [post.by, ...(post.said ?? []).map((line) => line.split(': ')[0])]);
      for (const writer of writers) expect([by, ...members], handle).toContain(writer);
    }
    const isPlanned = ({ by, start }: Quoted) => plans.some((plan) => plan.by === by && plan.text.startsWith(start));
    const quoted = [...openReports, threat].flatMap(({ about }) => ('post' in about ? [about.post] : []));
    for (const quote of [...quoted, rudeComment.post, announced]) expect(isPlanned(quote), quote.start).toBe(true);
    for (const { reporters } of [...openReports, threat]) for (const { by } of reporters) expect(known).toContain(by);
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
      for (const { name: channel, topic = '', roles: open, said } of channels) {
        channelTopic.parse(topic);
        channelName.parse(channel);
        const speakers = open.flatMap((role) => holders.get(role) ?? []);
        expect(speakers, `the creator of ${handle} reads ${channel}`).toContain(by);
        for (const line of said) {
          const colon = line.indexOf(': ');
          expect(speakers, `${channel}: ${line}`).toContain(line.slice(0, colon));
          messageContent.parse(line.slice(colon + 2));
        }
      }
    }
  });
});
