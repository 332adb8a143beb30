import { smallProfilePath } from '@hubbub/contract/platform/limits.ts';

const base = document.querySelector<HTMLMetaElement>('meta[name="media-base"]')?.content ?? '/media';

/** Always served by the server itself, whatever the media base: private files, pictures of invites, and the built-in default pictures. */
const ofServer = /-private|^\/invites\/|^\/profiles\/default\./;

/** Another client, or an earlier one, may have stored a whole address. */
const isAddress = /^[a-z][a-z\d+.-]*:/i;

/** A file's URL: its path (starting with "/") below the media base the page was served with. */
export function mediaUrl(path: string): string {
  if (isAddress.test(path)) return path;
  return (ofServer.test(path) ? '/media' : base) + path;
}

/** A profile picture's small version, for an `Avatar` of up to 72 px, and the full picture as a fallback. */
export function avatarUrls(profilePath: string): { src: string; fallback: string } {
  return { src: mediaUrl(smallProfilePath(profilePath)), fallback: mediaUrl(profilePath) };
}
