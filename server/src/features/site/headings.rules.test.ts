import { expect, it } from 'vitest';
import { columnOf, joinName } from './headings.rules.ts';

it.each([
  ['English', ['First Name', 'Last Name', 'User name', 'E-mail address']],
  ['German', ['Vorname', 'Nachname', 'Benutzername', 'E-Mail-Adresse']],
  ['French', ['Prénom', 'Nom de famille', 'Nom d’utilisateur', 'Adresse e-mail']],
  ['Spanish', ['Nombre de pila', 'Apellidos', 'Nombre de usuario', 'Correo electrónico']],
  ['Portuguese', ['Primeiro nome', 'Sobrenome', 'Nome de usuário', 'E-mail']],
  ['Polish', ['Imię', 'Nazwisko', 'Nazwa użytkownika', 'Adres e-mail']],
  ['Ukrainian', ['Ім’я', 'Прізвище', 'Ім’я користувача', 'Електронна пошта']],
  ['Turkish', ['Adı', 'SOYADI', 'Kullanıcı Adı', 'E-posta']],
  ['Arabic', ['الاسم الأول', 'اسم العائلة', 'اسم المستخدم', 'البريد الإلكتروني']],
  ['Japanese', ['名', '姓', 'ユーザー名', 'メールアドレス']],
])('Columns may have %s headings, in any case and with any punctuation', (_language, headings) => {
  expect(headings.map(columnOf)).toEqual(['first', 'last', 'username', 'email']);
});

it.each([
  'Name',
  'Vollständiger Name',
  'Nom',
  'Nombre',
  'Nome completo',
  'Imię i nazwisko',
  'ПІБ',
  'Adı Soyadı',
  'الاسم',
  '氏名',
])('A column may hold the whole name: %s', (heading) => {
  expect(columnOf(heading)).toBe('name');
});

it('Any other heading is unknown', () => {
  expect(['Phone', '', '—', 'Klasse'].map(columnOf)).toEqual([undefined, undefined, undefined, undefined]);
});

it.each([
  [{ first: 'Ann', last: 'Lee' }, 'Ann Lee'],
  [{ first: 'Ann', name: 'Lee' }, 'Ann Lee'],
  [{ name: 'Ann', last: 'Lee' }, 'Ann Lee'],
  [{ name: 'Ann Lee', first: 'Ann', last: 'Lee' }, 'Ann Lee'],
  [{ first: 'Ann', last: '' }, 'Ann'],
  [{ first: '太郎', last: '山田' }, '山田 太郎'],
  [{}, undefined],
])('First and last name are joined, and the family name comes first where it does: %j', (parts, name) => {
  expect(joinName(parts)).toBe(name);
});
