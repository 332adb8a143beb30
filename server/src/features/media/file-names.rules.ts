/** The name of a file whose own name is empty after cleaning. */
const nameless = 'file';
/** Anything longer isn't a file extension. */
const maxEnding = 16;

/**
 * Invisible characters, with which one name could be made to look like another: controls, line separators, lone
 * surrogates, and formats such as bidi overrides.
 */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * A file's name as it's stored and shown: without folders, invisible characters, and dots or spaces at either end, and
 * cut to `max` code points before its extension.
 */
export function cleanFileName(given: string, max: number): string {
  const own = given.toWellFormed().normalize('NFC').split(/[/\\]/).pop() ?? '';
  const name = own
    .replaceAll(invisible, '')
    .replaceAll('\ufffd', '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s.]+/u, '')
    // The lookbehind keeps it linear: without it, long runs inside a name are looked through from each of their characters.
    .replace(/(?<![\s.])[\s.]+$/u, '');
  if (!/[^\u200c\u200d]/u.test(name)) return nameless;
  const points = [...name];
  if (points.length <= max) return name;
  const dot = points.lastIndexOf('.');
  const ending = dot > 0 && points.length - dot <= maxEnding ? points.slice(dot) : [];
  return [...points.slice(0, max - ending.length), ...ending].join('').trim();
}

/** The header for a file that's saved instead of shown, under its name (RFC 6266; `filename` is for clients that don't know `filename*`). */
export function saveAs(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
