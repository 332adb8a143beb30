/** Whether an address is a picture that somebody may see again offline. What invites show is gone with the invite. */
export const isPicture = (path: string): boolean => path.startsWith('/media/') && !path.startsWith('/media/invites/');
