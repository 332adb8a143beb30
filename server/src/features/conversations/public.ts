/** The parts of conversations that other features may use. */
export { inListWith } from './conversations.access.ts';
export { removableChats } from './conversations.service.ts';
export { explainableChats } from './explain.service.ts';
