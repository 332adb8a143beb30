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

/** What a document's badge says: the end of its name in capitals, like "PDF". */
export function extensionText(name: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return extension === undefined ? 'File' : extension.toUpperCase();
}

/** How many pictures a grid shows; the last of them says how many more there are. */
export const gridSize = 4;
