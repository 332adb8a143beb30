import { smallProfilePath } from '@hubbub/contract/platform/limits.ts';

const base = document.querySelector<HTMLMetaElement>('meta[name="media-base"]')?.content ?? '/media';

/** What the server sends itself, whatever the media base: private files, and the default pictures, which are part of it. */
const ofServer = /-private|^\/profiles\/default\./;

/** The address of a file: its path (begins with "/") below the media base that the page was served with. */
export function mediaUrl(path: string): string {
  return (ofServer.test(path) ? '/media' : base) + path;
}

/** The small version of a profile picture, for an `Avatar` of up to 72 px, and the picture itself in case there is none. */
export function avatarUrls(profilePath: string): { src: string; fallback: string } {
  return { src: mediaUrl(smallProfilePath(profilePath)), fallback: mediaUrl(profilePath) };
}
