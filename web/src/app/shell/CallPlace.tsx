export { CallBar as default } from '#features/meetings/public.ts';
