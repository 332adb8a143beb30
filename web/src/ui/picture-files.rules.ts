/** Whether a file is a phone's HEIC picture, going by what it says: many browsers know neither its type nor how to show it. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

/** Whether a file is a picture, going by its type; HEIC may have none. */
export const isPictureFile = (file: { type: string; name: string }): boolean =>
  file.type.startsWith('image/') || isHeic(file);
