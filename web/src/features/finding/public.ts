export { Finding } from '#features/finding/Finding.tsx';
