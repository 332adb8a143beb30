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

/** What the server found, by line of the person's own list; a fault that belongs to no line comes first. */
export function faultLines(fields: Readonly<Record<string, string>>, added: number): string[] {
  return Object.entries(fields)
    .sort(([a], [b]) => (Number(a) || 0) - (Number(b) || 0))
    .map(([key, text]) => (/^\d+$/.test(key) ? `Line ${Number(key) - added}: ${text}` : text));
}
