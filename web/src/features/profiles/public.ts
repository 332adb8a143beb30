export { ProfileEditor } from '#features/profiles/ProfileEditor.tsx';
