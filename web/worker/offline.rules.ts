import { isPagePath } from '@hubbub/contract/platform/pages.ts';

/** Whether an address is a picture that somebody may see again offline. What invites show is gone with the invite. */
export const isPicture = (path: string): boolean => path.startsWith('/media/') && !path.startsWith('/media/invites/');

/** Whether a window shows the app. A picture that's open in a tab, and the documentation, are the worker's windows, too. */
export const showsApp = ({ url }: { url: string }): boolean => isPagePath(new URL(url).pathname);

/** The window in which a notification's place opens, of those that show the app; undefined: a new one. */
export const windowFor = <T extends { url: string; focused: boolean }>(windows: readonly T[]): T | undefined =>
  windows.filter(showsApp).toSorted((one, other) => Number(other.focused) - Number(one.focused))[0];
