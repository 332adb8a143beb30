export { Profile } from '#features/profiles/Profile.tsx';
export { ProfileEditor } from '#features/profiles/ProfileEditor.tsx';
export { profileOptions } from '#features/profiles/profiles.data.ts';
export { firstTilePicture } from '#features/profiles/tile-pictures.ts';
