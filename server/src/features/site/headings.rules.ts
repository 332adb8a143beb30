/** The kinds of columns in a class list. */
export type Column = 'name' | 'first' | 'last' | 'username' | 'email';

/** Common column headings in English, German, French, Spanish, Portuguese, Polish, Ukrainian, Turkish, Arabic and Japanese. */
const headings: Record<Column, string> = {
  name: `
    Name, Full name, Display name, Student, Student name, Pupil, Person
    Vollständiger Name, Ganzer Name, Anzeigename, Schüler, Schülerin, Vor- und Nachname, Vorname Nachname
    Nom, Nom complet, Nom et prénom, Prénom et nom, Nom affiché, Élève
    Nombre, Nombre completo, Nombre y apellido, Nombre y apellidos, Apellidos y nombre, Alumno, Estudiante
    Nome, Nome completo, Nome e sobrenome, Nome e apelido, Aluno
    Imię i nazwisko, Nazwisko i imię, Pełna nazwa, Uczeń
    ПІБ, Повне ім'я, Ім'я та прізвище, Прізвище та ім'я, Прізвище ім'я, Учень
    Ad Soyad, Adı Soyadı, Adı ve Soyadı, İsim, İsim Soyisim, Tam ad, Öğrenci
    الاسم, اسم, الاسم الكامل, الاسم واللقب, اسم الطالب
    名前, 氏名, お名前, フルネーム, 表示名`,
  first: `
    First name, Forename, Given name, First
    Vorname, Rufname
    Prénom
    Primer nombre, Nombre de pila, Nombres
    Primeiro nome, Nome próprio
    Imię
    Ім'я
    Ad, Adı, Ön ad
    الاسم الأول, الاسم الشخصي
    名, 名（名）, ファーストネーム`,
  last: `
    Last name, Surname, Family name, Last
    Nachname, Familienname, Zuname
    Nom de famille
    Apellido, Apellidos
    Sobrenome, Apelido, Último nome, Nome de família
    Nazwisko
    Прізвище
    Soyad, Soyadı, Soyisim
    اللقب, اسم العائلة, الاسم الأخير, الكنية
    姓, 苗字, 名字, ラストネーム`,
  username: `
    Username, User name, User, User ID, Login, Login name, Account, Account name
    Benutzername, Benutzer, Nutzername, Anmeldename, Kennung, Benutzerkennung
    Nom d'utilisateur, Identifiant, Pseudo, Pseudonyme, Utilisateur
    Nombre de usuario, Usuario
    Nome de usuário, Nome de utilizador, Usuário, Utilizador
    Nazwa użytkownika, Użytkownik
    Ім'я користувача, Користувач, Логін
    Kullanıcı adı, Kullanıcı
    اسم المستخدم, المستخدم
    ユーザー名, ユーザー, ユーザーネーム, ユーザーID, ログイン名, アカウント名`,
  email: `
    Email, E-mail, Mail, Email address, E-mail address, Mail address
    E-Mail-Adresse, Mailadresse, Emailadresse
    Courriel, Adresse e-mail, Adresse électronique, Adresse mail, Adresse courriel
    Correo, Correo electrónico, Dirección de correo, Dirección de correo electrónico
    Endereço de e-mail, Correio eletrónico, Correio eletrônico
    Adres e-mail, Poczta, Adres poczty
    Електронна пошта, Пошта, Ел. пошта, Електронна адреса, Адреса електронної пошти
    E-posta, Eposta adresi, E-posta adresi
    البريد الإلكتروني, البريد, بريد إلكتروني, الإيميل, عنوان البريد الإلكتروني
    メール, メールアドレス, Eメール, 電子メール`,
};

/** Case, accents, spaces and punctuation don't matter, so that `E-Mail` is `email` and `Prénom` is `prenom`. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '');

const columns = new Map(
  Object.entries(headings).flatMap(([column, texts]) =>
    texts.split(/[,\n]/).map((text) => [plain(text), column as Column] as const),
  ),
);
columns.delete('');

/** The kind of column that a heading names; undefined if it's unknown. */
export const columnOf = (heading: string): Column | undefined => columns.get(plain(heading));

/** Languages where the family name comes first, and neither letter case nor order in the list shows which it is. */
const familyFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A person's whole name. "Name" next to a first name is the last name, as in German lists; next to a last name it's the first. */
export function joinName(parts: { name?: string; first?: string; last?: string }): string | undefined {
  if (parts.first === undefined && parts.last === undefined) return parts.name;
  const first = parts.first ?? parts.name ?? '';
  const last = parts.last ?? parts.name ?? '';
  if (parts.name && parts.first !== undefined && parts.last !== undefined) return parts.name;
  const ordered = familyFirst.test(last) ? [last, first] : [first, last];
  return ordered.filter((part) => part !== '').join(' ');
}
