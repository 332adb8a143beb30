export { Profile } from '#features/profiles/Profile.tsx';
export { ProfileEditor } from '#features/profiles/ProfileEditor.tsx';
export { firstTilePicture } from '#features/profiles/tile-pictures.ts';
