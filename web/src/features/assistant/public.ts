export { Assistant } from '#features/assistant/Assistant.tsx';
