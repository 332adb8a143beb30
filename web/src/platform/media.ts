const base = document.querySelector<HTMLMetaElement>('meta[name="media-base"]')?.content ?? '/media';

/** The address of a file: its path (begins with "/") below the media base that the page was served with. */
export function mediaUrl(path: string): string {
  return base + path;
}
