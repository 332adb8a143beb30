export { VoiceBar as default } from '#features/meetings/public.ts';
