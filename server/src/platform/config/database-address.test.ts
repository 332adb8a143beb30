import { expect, test } from 'vitest';
import { isDatabaseAddress, namesSeveral, placeOf } from './database-address.ts';

test('an address with one server is accepted', () => {
  for (const address of [
    'postgres://ada:secret@db.example.org:5432/hubbub',
    'postgresql://hubbub@127.0.0.1/hubbub?sslmode=require',
    'postgresql://hubbub:x@127.0.0.1:5432/hubbub?host=%2Frun%2Fpostgres',
    'postgres://ada:a%2Cb@[::1]:5433/hubbub',
  ]) {
    expect(isDatabaseAddress(address), address).toBe(true);
    expect(namesSeveral(address), address).toBe(false);
  }
});

test('several servers are detected', () => {
  for (const address of [
    'postgres://ada:s%40@one:5432,two,[::1]:5433/hubbub?sslmode=require&target_session_attrs=read-write',
    'postgres://one,,two/hubbub',
    'postgres://one,two/hubbub?target_session_attrs=standby',
  ]) {
    expect(namesSeveral(address), address).toBe(true);
  }
});

test("other texts aren't database addresses", () => {
  for (const address of ['mysql://one/hubbub', 'one:5432', 'postgres://one:port/hubbub', 'postgres://']) {
    expect(isDatabaseAddress(address), address).toBe(false);
  }
});

test('logs show the server without the user and password', () => {
  expect(placeOf('postgres://ada:secret@one:5432/hubbub')).toBe('one:5432');
});
