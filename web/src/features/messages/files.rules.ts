/** How much of each file has been uploaded, 0 to 100: a form has them one after the other. */
export function progressOfFiles(sizes: readonly number[], percent: number | null): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let left = ((percent ?? 0) / 100) * total;
  return sizes.map((size) => {
    const sent = Math.min(size, left);
    left -= sent;
    return size === 0 ? Number(left > 0) * 100 : Math.floor((sent / size) * 100 + 1e-6);
  });
}

const units = ['kB', 'MB', 'GB'];

/** A file's size in words: "812 bytes", "14 kB", "2.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let unit = -1;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** What a document's badge says: the end of its name in capitals, like "PDF". */
export function extensionText(name: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return extension === undefined ? 'File' : extension.toUpperCase();
}

/** How many pictures a grid shows; the last of them says how many more there are. */
export const gridSize = 4;
