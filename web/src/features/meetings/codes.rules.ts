import { limits } from '@hubbub/contract/platform/limits.ts';
import { parseUrl } from '@hubbub/contract/platform/urls.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Bytes from here on are discarded: 256 isn't a multiple of 62, so the first characters would come up more often. */
const fair = 256 - (256 % alphabet.length);

/**
 * A new meeting's code is 7 random alphanumeric characters, all equally likely.
 * @param randomBytes fills an array from a cryptographic source
 */
export function meetingCode(randomBytes: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  let code = '';
  const bytes = new Uint8Array(limits.meeting.code * 4);
  while (code.length < limits.meeting.code) {
    randomBytes(bytes);
    for (const byte of bytes)
      if (byte < fair && code.length < limits.meeting.code) code += alphabet[byte % alphabet.length];
  }
  return code;
}

/**
 * The code in what a person typed or pasted: a link to a meeting (in this app or a meeting service), or the code itself. Null if there
 * is none.
 */
export function codeIn(typed: string): string | null {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text)) return text === '' ? null : text;
  const url = parseUrl(text);
  if (url === undefined) return null;
  const code = url.searchParams.get('room') ?? lastPart(url.pathname);
  return code === '' ? null : code.trim();
}

function lastPart(pathname: string): string {
  const part = pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
