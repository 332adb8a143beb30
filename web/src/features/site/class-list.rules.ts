/** The text of a file as a spreadsheet saved it: UTF-8, or what Excel writes by default: UTF-16, or the old encoding of Windows. */
export function readList(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/** What the server found, by line of the list; a fault that belongs to no line comes first. */
export function faultLines(fields: Readonly<Record<string, string>>): string[] {
  return Object.entries(fields)
    .sort(([a], [b]) => (Number(a) || 0) - (Number(b) || 0))
    .map(([key, text]) => (/^\d+$/.test(key) ? `Line ${key}: ${text}` : text));
}

/** A link as people type it: browsers add `https://` themselves. */
export const typedLink = (url: string) => url.replace(/^https:\/\//, '');
