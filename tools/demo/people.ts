import { demoDomain } from '@hubbub/contract/platform/demo.ts';

export const emailOf = (username: string): string => `${username}@${demoDomain}`;

/** The same for everyone: the demo world is for looking around. */
export const demoPassword = 'hello-neighbour';
