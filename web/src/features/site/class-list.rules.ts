/** What the first line of a list is if it doesn't name its columns. */
const usualHeader = 'name,username,email';

/** Whether a first line names columns. */
const namesColumns = (line: string) => /\buser ?name\b/i.test(line);

/** A pasted list as CSV: one that doesn't name its columns gets the usual names. @returns the CSV, and the lines that were added above */
export function toCsv(text: string): { csv: string; added: number } {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  if (namesColumns(first)) return { csv: text, added: 0 };
  const delimiter = ['\t', ';'].find((each) => first.includes(each)) ?? ',';
  return { csv: `${usualHeader.replaceAll(',', delimiter)}\n${text}`, added: 1 };
}

/** The text of a file as a spreadsheet saved it: UTF-8, or what Excel writes unless it's told to: UTF-16, or the old encoding of Windows. */
export function readList(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/** What the server found, by line of the person's own list; a fault that belongs to no line comes first. */
export function faultLines(fields: Readonly<Record<string, string>>, added: number): string[] {
  return Object.entries(fields)
    .sort(([a], [b]) => (Number(a) || 0) - (Number(b) || 0))
    .map(([key, text]) => (/^\d+$/.test(key) ? `Line ${Number(key) - added}: ${text}` : text));
}
