import { expect, test } from 'vitest';
import { hostsOf, placeOf } from './address.ts';

test('an address of one server stays as it is', () => {
  for (const address of [
    'postgres://ada:secret@db.example.org:5432/hubbub',
    'postgresql://hubbub@127.0.0.1/hubbub?sslmode=require',
    'postgresql://hubbub:x@127.0.0.1:5432/hubbub?host=%2Frun%2Fpostgres',
  ]) {
    expect(hostsOf(address)).toEqual([address]);
  }
});

test('an address of several servers names each, with user, database and parameters', () => {
  expect(
    hostsOf('postgres://ada:s%40@one:5432,two,[::1]:5433/hubbub?sslmode=require&target_session_attrs=read-write'),
  ).toEqual([
    'postgres://ada:s%40@one:5432/hubbub?sslmode=require',
    'postgres://ada:s%40@two/hubbub?sslmode=require',
    'postgres://ada:s%40@[::1]:5433/hubbub?sslmode=require',
  ]);
});

test('what is no such address, or asks for a server that does not write, is none', () => {
  for (const address of [
    'mysql://one/hubbub',
    'one:5432',
    'postgres://one:port/hubbub',
    'postgres://one,,two/hubbub',
    'postgres://one,two/hubbub?target_session_attrs=standby',
  ]) {
    expect(hostsOf(address), address).toBeUndefined();
  }
});

test('logs name the server without user and password', () => {
  expect(placeOf('postgres://ada:secret@one:5432/hubbub')).toBe('one:5432');
});
