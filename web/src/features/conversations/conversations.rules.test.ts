import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { describe, expect, it } from 'vitest';
import {
  badgeText,
  hasPicture,
  inOrder,
  isLookedFor,
  isNamed,
  otherOf,
  previewOf,
  titleOf,
  unreadRangeOf,
  withDeleted,
  withMessage,
  withRead,
  withReadByOther,
} from '#features/conversations/conversations.rules.ts';

const person = (id: string | null, username: string, name = username) => ({
  _id: id,
  username,
  name,
  profile_path: '/p.png',
  read_id: null,
  online: null,
  mobileNumber: '' as const,
});

function conversation(id: string, change: Partial<Conversation> = {}): Conversation {
  return {
    _id: id,
    members: [person('ada', 'ada', 'Ada Lovelace'), person('me', 'me')],
    last_message: null,
    last_message_id: null,
    last_message_at: null,
    last_message_sender: null,
    last_message_has_image: false,
    unread: 0,
    notify: 'all',
    read_id: '00',
    created_at: '2026-11-20T08:00:00.000Z',
    updated_at: '2026-11-20T08:00:00.000Z',
    ...change,
  };
}

function message(id: string, sender: string, text = 'hello'): Message {
  return {
    _id: id,
    conversation: 'c',
    sender: person(sender, sender),
    message: text,
    imageUrl: null,
    image: null,
    createdAt: '2026-11-20T09:00:00.000Z',
  };
}

describe('a message preview', () => {
  it('is the whole message up to 23 characters', () => {
    expect(previewOf('a'.repeat(23))).toBe('a'.repeat(23));
  });

  it('is cut to 23 characters plus "..." beyond that', () => {
    expect(previewOf('This sentence is longer than twenty-three')).toBe('This sentence is longer...');
    expect(previewOf('b'.repeat(24))).toBe(`${'b'.repeat(23)}...`);
  });

  it('counts code points and never shows half an emoji', () => {
    expect(previewOf('\u{1F600}'.repeat(24))).toBe(`${'\u{1F600}'.repeat(23)}...`);
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
    expect(previewOf(`${'x'.repeat(21)}${family} later`)).toBe(`${'x'.repeat(21)}...`);
  });

  it('is one line', () => {
    expect(previewOf('one\n\n two')).toBe('one two');
  });
});

describe('the other person in a conversation', () => {
  it("is the member who isn't the viewer", () => {
    expect(otherOf(conversation('c'), 'me').username).toBe('ada');
    expect(titleOf(otherOf(conversation('c'), 'me'))).toBe('Ada Lovelace');
  });

  it('is the deleted user when the account no longer exists', () => {
    const left = conversation('c', { members: [person(null, 'deleted_user', 'Deleted User'), person('me', 'me')] });
    expect(otherOf(left, 'me').username).toBe('deleted_user');
    expect(titleOf(otherOf(left, 'me'))).toBe('Deleted User');
    expect([person('ada', 'ada', 'Ada'), person('ada', 'ada'), otherOf(left, 'me')].map(isNamed)).toEqual([
      true,
      false,
      false,
    ]);
    expect(otherOf(conversation('c', { members: [person('me', 'me')] }), 'me').username).toBe('deleted_user');
  });
});

describe('a message request', () => {
  it('ends when the person replies', () => {
    const request = conversation('r', { request: true, unread: 2 });
    expect(withMessage(request, message('09', 'ada'), 'me').request).toBe(true);
    expect(withMessage(request, message('09', 'me'), 'me').request).toBeUndefined();
  });
});

describe("what a conversation's other member has read", () => {
  it('only grows', () => {
    const here = conversation('c');
    const read = withReadByOther(here, { conversation: 'c', username: 'ada', message_id: '05' });
    expect(otherOf(read, 'me').read_id).toBe('05');
    expect(withReadByOther(read, { conversation: 'c', username: 'ada', message_id: '04' })).toBe(read);
    expect(read.read_id).toBe(here.read_id);
  });
});

describe('a conversation whose other member deletes their account', () => {
  it('switches to the deleted user; other conversations stay the same', () => {
    const before = conversation('c', { last_message: 'bye', last_message_sender: 'ada', unread: 1 });
    const after = withDeleted(before, 'ada');
    expect(titleOf(otherOf(after, 'me'))).toBe('Deleted User');
    expect(after).toMatchObject({ last_message: 'bye', last_message_sender: null, unread: 1 });
    expect(withDeleted(before, 'bob')).toBe(before);
  });
});

describe("a conversation's unread messages", () => {
  it('come after the last read message', () => {
    const unread = conversation('c', { unread: 2, read_id: '03', last_message_id: '07' });
    expect(unreadRangeOf(unread)).toEqual({ after: '03', upTo: '07' });
    const read = withRead(unread, '07', 0);
    expect(read).toMatchObject({ unread: 0, read_id: '07' });
    expect(unreadRangeOf(read)).toBeNull();
    expect(withRead(unread, '07', 1), 'what is left comes after what was read').toMatchObject({
      unread: 1,
      read_id: '03',
    });
    expect(withRead(read, null, 0).read_id).toBe('07');
  });
});

describe('a message that arrives', () => {
  it('becomes the preview, and is unread if the other person sent it', () => {
    const next = withMessage(conversation('c'), message('01', 'ada'), 'me');
    expect(next).toMatchObject({ last_message: 'hello', unread: 1, updated_at: '2026-11-20T09:00:00.000Z' });
  });

  it("moves its conversation to the top even if the server's clock went back", () => {
    const latest = '2026-11-20T10:00:00.000Z';
    expect(withMessage(conversation('c'), message('01', 'ada'), 'me', latest).updated_at).toBe(
      '2026-11-20T10:00:00.001Z',
    );
  });

  it("isn't unread if the person sent it", () => {
    expect(withMessage(conversation('c'), message('01', 'me'), 'me').unread).toBe(0);
  });

  it('says what became of a call until something else is said', () => {
    const actor = { _id: 'me', username: 'me', name: 'Me', profile_path: '' };
    const system = { kind: 'call' as const, actor, seconds: 0, missed: true };
    const called = withMessage(conversation('c'), { ...message('01', 'me'), system }, 'me');
    expect(called.last_message_system).toEqual(system);
    expect(withMessage(called, message('02', 'ada'), 'me').last_message_system).toBeUndefined();
  });

  it("counts once, however often it's delivered", () => {
    const once = withMessage(conversation('c'), message('02', 'ada'), 'me');
    expect(withMessage(once, message('02', 'ada'), 'me')).toBe(once);
    expect(withMessage(once, message('01', 'ada', 'older'), 'me')).toBe(once);
  });
});

describe('the list', () => {
  it('puts the most recent activity first and lists each conversation once', () => {
    const list = [
      conversation('a', { updated_at: '2026-11-20T08:00:00.000Z' }),
      conversation('b', { updated_at: '2026-11-20T10:00:00.000Z' }),
      conversation('a', { updated_at: '2026-11-20T11:00:00.000Z' }),
    ];
    expect(inOrder(list).map(({ _id }) => _id)).toEqual(['a', 'b']);
  });

  it('has badges up to 99', () => {
    expect([badgeText(7), badgeText(100)]).toEqual(['7', '99+']);
  });
});

it("a group's picture is its own unless it's the default one", () => {
  const pictures = ['/g.png', '/profiles/default.png', undefined].map((profile_path) => ({ profile_path }));
  expect(pictures.map(hasPicture)).toEqual([true, false, false]);
});

describe('a typed name finds', () => {
  const group = conversation('g', {
    is_group: true,
    name: 'Garden crew',
    members: [person('me', 'me'), person('jo', 'jose_l', 'José Álvarez'), person('an', 'anna')],
  });

  it.each(['ada', 'LOVE', '@ada', 'lovelace ada'])('the conversation with that person: %s', (text) => {
    expect(isLookedFor(conversation('a'), 'me', text)).toBe(true);
  });

  it.each(['garden', 'jose', 'alvarez crew', 'anna'])('a group, by its name or its members: %s', (text) => {
    expect(isLookedFor(group, 'me', text)).toBe(true);
  });

  it.each(['', '  ', 'bob', 'ada bob', 'me'])('neither, with "%s"', (text) => {
    expect(isLookedFor(conversation('a'), 'me', text)).toBe(false);
  });
});
