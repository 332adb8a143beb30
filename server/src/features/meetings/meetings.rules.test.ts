import { expect, test } from 'vitest';
import { hostOf, mayEnter, pageToYield, roomAddress, turnUsername } from './meetings.rules.ts';

const ada = { name: 'Ada & Co?', avatar: 'https://hubbub.example/media/a b.jpg' };

test('A room holds at most eight people', () => {
  expect(mayEnter(7, 8)).toBe(true);
  expect(mayEnter(8, 8)).toBe(false);
});

test('In a full room, the last page of whoever is there on the most makes room for somebody who is not there yet', () => {
  const pages = ['eve', 'ada', 'eve', 'ada', 'eve', 'bob'].map((user_id, id) => ({ user_id, id }));
  expect(pageToYield(pages, 'cyd')).toEqual({ user_id: 'eve', id: 4 });
  expect(pageToYield(pages, 'bob')).toBeUndefined();
  expect(pageToYield(pages.slice(0, 2), 'cyd')).toBeUndefined();
});

test('The person who started a meeting is its host while they are there, or else the one who has been there longest', () => {
  const people = [{ user_id: 'bob' }, { user_id: 'ada' }];
  expect(hostOf(people, 'ada')?.user_id).toBe('ada');
  expect([hostOf(people, 'eve')?.user_id, hostOf(people, undefined)?.user_id]).toEqual(['bob', 'bob']);
  expect(hostOf([], 'ada')).toBeUndefined();
});

test("A room's address at a meeting service is the setting's with the parameters of a meeting, all of them encoded", () => {
  const address = roomAddress('https://meet.example.org/join?theme=dark', 'a/b&c=d#e', ada);
  expect(address).toMatch(
    /^https:\/\/meet\.example\.org\/join\?theme=dark&room=a%2Fb%26c%3Dd%23e&roomPassword=0&name=Ada\+%26\+Co%3F/,
  );
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    theme: 'dark',
    room: 'a/b&c=d#e',
    roomPassword: '0',
    name: ada.name,
    avatar: ada.avatar,
    audio: '1',
    video: '1',
    screen: '0',
    hide: '0',
    notify: '1',
    duration: 'unlimited',
  });
});

test("Without the setting, it's the built-in room, as a path of this app", () => {
  expect(roomAddress(undefined, '//evil.example', ada)).toMatch(
    /^\/meet\/join\?room=%2F%2Fevil\.example&roomPassword=0&/,
  );
});

test('A TURN user name says how long the credentials are valid', () => {
  expect(turnUsername(new Date(1_000_000_999), 'ada')).toBe(`${1_000_000 + 43_200}:ada`);
});
