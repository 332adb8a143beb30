import { limits } from '@hubbub/contract/platform/limits.ts';
import { expect, it } from 'vitest';
import { makeUsernames } from './made-usernames.service.ts';

const free = () => false;

it.each([
  ['Łukasz Żak', 'lukasz_zak'],
  ['Zoë O’Brien-Smith', 'zoe_obrien_smith'],
  ['Nguyễn Văn Đặng', 'nguyen_van_dang'],
  ['Олена Коваль', 'olena_koval'],
  ['Νίκος', 'nikos'],
  ['İsmail Şahin', 'ismail_sahin'],
  ['Bo', 'bo_1'],
  ['山田太郎', 'member_1'],
  ['😀', 'member_1'],
  [null, 'member_1'],
])('A username is made from the name %s', (name, username) => {
  expect(makeUsernames([name], free)).toEqual([username]);
});

it('Usernames are never too long, reserved, or the same', () => {
  const long = 'a'.repeat(28);
  const names = [`${long} b`, `${long} b`, 'Staff', '東京', '京都', 'Ann', 'ann'];
  const made = makeUsernames(names, (username) => username === 'member_1');
  expect(made).toEqual([`${long}_b`, `${long}_2`, 'staff_2', 'member_2', 'member_3', 'ann', 'ann_2']);
  for (const username of made) expect(username).toMatch(new RegExp(`^[a-z0-9_]{3,${limits.username.max}}$`));
});
