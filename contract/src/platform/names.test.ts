import { describe, expect, it } from 'vitest';
import { isReservedName, nameFault } from './names.ts';

describe('names', () => {
  it.each(['Ada', 'José Ángel', 'नमस्ते', 'محمد', 'שָׁלוֹם', '王小明', 'می‌خواهم', '👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '  Ada ', ''])(
    'accepts %j',
    (name) => {
      expect(nameFault(name, 'Name')).toBeUndefined();
    },
  );

  it.each([
    ['\u202egnp.exe'],
    ['Ada\u200f'],
    ['\u2066Ada\u2069'],
    ['A\u061cda'],
    ['A\nda'],
    ['A\u0000da'],
    ['A\u0085da'],
    ['A\u2028da'],
    ['A\u001b[31mda'],
  ])('finds control characters in %j', (name) => {
    expect(nameFault(name, 'Name')).toMatch(/^Name contains hidden control characters/);
  });

  it.each([
    ['\u200b'],
    ['\u2060\u2060'],
    ['\u3164'],
    ['\u2800\u2800'],
    ['\ufeff'],
    ['\u00ad'],
    ['\u200d \u200c'],
    ['\u{e0061}'],
  ])('finds nothing visible in %j', (name) => {
    expect(nameFault(name, 'Name') ?? (name.trim() === '' ? 'Name is blank' : undefined)).toMatch(
      /^Name (must have|is blank)/,
    );
  });

  it.each([
    'admin',
    'ADMIN',
    'Ad_min',
    'system',
    'Everyone',
    'here',
    'Deleted_User',
    'Deleted User',
    'support',
    'Moderator',
    'ａｄｍｉｎ',
    'no_reply',
    'ad\u200bmin',
    'Аdmіn',
    'Ѕуѕtеm',
    'mοderatοr',
    'ΗΕLΡ',
    'тeaм',
    'Admi\u0307n',
    'Admin\u0332',
    'Admın',
    'Admiո',
    'ᴀᴅᴍɪɴ',
    'Admin!',
    '“Admin”',
    '@admin',
    'Admin ✅',
    'Admin\u3164',
  ])('%j is reserved', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each(['ada', 'admiral', 'deleted_users', 'Hereford', 'systematic', 'admin_of_things', 'Нина', 'Ελένη', ''])(
    "%j isn't reserved",
    (name) => {
      expect(isReservedName(name)).toBe(false);
    },
  );
});
