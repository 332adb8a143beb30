export { OnlineDot } from '#features/presence/OnlineDot.tsx';
