import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { describe, expect, it } from 'vitest';
import {
  attachmentOf,
  imageOf,
  isAnnounced,
  type MessageGates,
  messageIdOf,
  messageNumber,
  obstaclesToDeleting,
  obstaclesToEditing,
  obstaclesToReacting,
  quotesOf,
  withoutQuote,
} from './messages.rules.ts';

const open: MessageGates & { isShown: boolean } = {
  isShown: true,
  isOwn: true,
  isOverseer: false,
  isDeleted: false,
  isRemoved: false,
  isSystem: false,
  isOpen: true,
  isNotApart: true,
};

describe("a message's id", () => {
  it('Is its number, zero-padded, so that ids sort by creation as text', () => {
    expect(messageIdOf(42)).toBe('0000000000000042');
    expect([1, 9, 10, 99_999, 1_000_000].map(messageIdOf)).toEqual(
      [1, 9, 10, 99_999, 1_000_000].map(messageIdOf).sort(),
    );
    expect(messageNumber(messageIdOf(123_456))).toBe(123_456);
  });

  it.each(['', '42', 'x'.repeat(16), '-000000000000001', '00000000000000001', '000000000000000 '])(
    "Can't be anything else: %j",
    (id) => {
      expect(messageNumber(id)).toBeUndefined();
    },
  );
});

describe('the picture of a message', () => {
  it("Is its size and placeholder; nothing if the size isn't known", () => {
    expect(imageOf({ width: 4, height: 3, placeholder: null })).toEqual({ width: 4, height: 3, placeholder: null });
    expect(imageOf({ width: null, height: 3, placeholder: null })).toBeNull();
  });
});

describe('a message', () => {
  it('can be edited only by its author, while it exists and the room is open', () => {
    expect(obstaclesToEditing(open)).toEqual([]);
    expect(obstaclesToEditing({ ...open, isOwn: false, isOverseer: true })).toEqual(['not-author']);
    expect(obstaclesToEditing({ ...open, isDeleted: true })).toEqual(['deleted']);
    expect(obstaclesToEditing({ ...open, isRemoved: true, isOpen: false })).toEqual(['removed', 'closed']);
  });

  it("can be deleted by its author and by the room's moderators, even if it is already gone", () => {
    expect(obstaclesToDeleting(open, { isInCommunity: true })).toEqual([]);
    expect(obstaclesToDeleting({ ...open, isOwn: false, isOverseer: true }, { isInCommunity: true })).toEqual([]);
    expect(obstaclesToDeleting({ ...open, isOwn: false }, { isInCommunity: true })).toEqual(['not-overseer']);
    expect(obstaclesToDeleting({ ...open, isOwn: false }, { isInCommunity: false })).toEqual(['not-author']);
  });

  it('can be reacted to by everyone who can read it, while it exists, except across a block', () => {
    expect(obstaclesToReacting(open)).toEqual([]);
    expect(obstaclesToReacting({ ...open, isDeleted: true })).toEqual(['deleted']);
    expect(obstaclesToReacting({ ...open, isRemoved: true })).toEqual(['removed']);
    expect(obstaclesToReacting({ ...open, isRemoved: true, isShown: false })).toEqual(['deleted']);
    expect(obstaclesToReacting({ ...open, isOpen: false, isNotApart: false })).toEqual(['closed']);
    expect(obstaclesToReacting({ ...open, isNotApart: false })).toEqual(['apart']);
  });

  it("can't be changed, deleted or reacted to if a group wrote it itself", () => {
    const line = { ...open, isSystem: true };
    expect(obstaclesToEditing(line)).toEqual(['system']);
    expect(obstaclesToDeleting(line, { isInCommunity: false })).toEqual(['system']);
    expect(obstaclesToReacting(line)).toEqual(['system']);
  });

  it('that quotes another has a version for people who hide that one', () => {
    const quoted = { _id: '1', sender: { ...deletedUser, _id: 'bob' }, message: 'Secret', has_image: true as const };
    const { _id, sender } = quoted;
    expect(withoutQuote({ reply_to: quoted })).toEqual({ reply_to: { _id, sender, message: '', hidden: true } });
    // The other one is gone for good.
    expect(withoutQuote({ reply_to: null })).toEqual({ reply_to: null });
  });

  it('is one for everybody if it quotes none', () => {
    expect(quotesOf({ quoted_by: null, quote_lacked_by: null }, null)).toBeUndefined();
    expect(quotesOf({ quoted_by: 'bob', quote_lacked_by: [] }, '{}')).toEqual({ by: 'bob', json: '{}' });
    expect(quotesOf({ quoted_by: 'bob', quote_lacked_by: ['cyd'] }, '{}')).toMatchObject({ lacking: ['cyd'] });
  });
});

describe('the files of a message', () => {
  const file = {
    ...{ file_id: 'a', path: '/a-private.bin', type: 'application/pdf', is_nsfw: false, state: 'ready' as const },
    ...{ width: null, height: null, duration: null, placeholder: null, poster: null, variants: [], alt: null },
    ...{ name: 'plan.pdf', size: 9 },
  };

  it('leave out missing values', () => {
    expect(attachmentOf(file)).toEqual({
      ...{ file_id: 'a', path: '/a-private.bin', type: 'application/pdf', state: 'ready', name: 'plan.pdf', size: 9 },
    });
    const film = { ...file, width: 2, height: 1, duration: 3, placeholder: 'data:', poster: '/p.webp' };
    expect(attachmentOf(film)).toMatchObject({
      width: 2,
      height: 1,
      duration: 3,
      placeholder: 'data:',
      poster: '/p.webp',
    });
    const waiting = { ...file, type: 'video/mp4', progress: null };
    expect(attachmentOf(waiting)).toMatchObject({ poster: null, progress: null });
    expect(attachmentOf({ ...waiting, unplayable: true })).toMatchObject({ unplayable: true });
  });

  const picture = { ...attachmentOf(file), type: 'image/png' };
  const sound = { ...attachmentOf(file), file_id: 'b', type: 'audio/mpeg' };
  const waiting = 'processing' as const;
  it('are announced to everyone when a video or sound can be played, or when the last picture is processed', () => {
    const both = [
      { ...picture, state: waiting },
      { ...sound, state: waiting },
    ];
    expect(isAnnounced(both, [{ ...picture, state: waiting }, sound], 'b')).toBe(true);
    expect(isAnnounced(both, [picture, { ...sound, state: waiting }], 'a')).toBe(false);
    expect(isAnnounced([{ ...picture, state: waiting }, sound], [picture, sound], 'a')).toBe(true);
  });

  it("aren't announced when they only move, or are still being processed", () => {
    expect(isAnnounced([picture, sound], [{ ...picture, path: '/new.png' }, sound], 'a')).toBe(false);
    expect(isAnnounced([{ ...sound, state: waiting }], [{ ...sound, state: waiting }], 'b')).toBe(false);
  });
});
