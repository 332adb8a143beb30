/** The parts of conversations that other features may use. */

export { explainableChats } from './explain.service.ts';
