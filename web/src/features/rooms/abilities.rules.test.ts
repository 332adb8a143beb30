import { expect, it } from 'vitest';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import { numbered } from '#test/timeline.ts';

const open = { own: false, closed: false, moderates: false, pins: false, threads: false };
const nothing = {
  respond: false,
  thread: false,
  copy: false,
  link: false,
  pin: false,
  save: false,
  unread: false,
  edit: false,
  remove: false,
};

it('authors edit and delete, others respond and copy, and channel moderators delete', () => {
  expect(abilitiesOf(numbered(1), open)).toEqual({
    ...nothing,
    respond: true,
    copy: true,
    link: true,
    save: true,
    unread: true,
  });
  expect(abilitiesOf(numbered(1), { ...open, own: true })).toEqual({
    respond: true,
    thread: false,
    copy: true,
    link: true,
    pin: false,
    save: true,
    unread: false,
    edit: true,
    remove: true,
  });
  expect(abilitiesOf(numbered(1), { ...open, pins: true }).pin).toBe(true);
  expect(abilitiesOf(numbered(1), { ...open, moderates: true })).toMatchObject({ edit: false, remove: true });
});

it('where nobody can write, messages can be copied, and one’s own deleted', () => {
  const closed = { ...open, closed: true };
  expect(abilitiesOf(numbered(1), { ...closed, pins: true })).toEqual({
    ...nothing,
    copy: true,
    link: true,
    save: true,
    unread: true,
  });
  expect(abilitiesOf(numbered(1), { ...closed, own: true })).toEqual({
    ...nothing,
    copy: true,
    link: true,
    save: true,
    remove: true,
  });
});

it('messages of channels have threads, which can be read where nobody can write', () => {
  const thread = { room_id: '9', reply_count: 0, last_at: null, authors: [] };
  const there = { ...open, threads: true };
  expect(abilitiesOf(numbered(1), there).thread).toBe(true);
  expect(abilitiesOf(numbered(1), { ...there, closed: true }).thread).toBe(false);
  expect(abilitiesOf({ ...numbered(1), thread }, { ...there, closed: true }).thread).toBe(true);
});

it("nothing can be done to what's deleted, and what moderators removed can only be copied", () => {
  const own = { ...open, own: true };
  expect(abilitiesOf({ ...numbered(1), message: '', deleted: true }, own)).toEqual(nothing);
  const removed = { text: '', rule: null, rule_text: null, decision_id: '1' };
  expect(abilitiesOf({ ...numbered(1), removed }, own)).toEqual({ ...nothing, copy: true });
  expect(abilitiesOf({ ...numbered(1), message: '' }, open).copy).toBe(false);
});
