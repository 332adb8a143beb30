/** How a card opens: a person points at a name, or clicks one where that's what a click does. */
export type Way = 'hover' | 'click';

/** The username of the profile that a link's path leads to; undefined: it leads elsewhere. */
export function usernameIn(path: string): string | undefined {
  const [, username] = /^\/profile\/([^/]+)$/.exec(path) ?? [];
  try {
    return username && decodeURIComponent(username);
  } catch {
    return undefined;
  }
}

/** Whether a click does nothing but follow a link: with a key, or another button, it opens a tab. */
export const isPlainClick = ({
  button,
  ...keys
}: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !keys.ctrlKey && !keys.metaKey && !keys.shiftKey && !keys.altKey;
