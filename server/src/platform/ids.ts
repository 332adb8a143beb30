import { v7, validate } from 'uuid';

/** A new id: a UUID of version 7, so that ids sort by creation, as text and as `uuid` (RFC 9562). */
export const newId = (): string => v7();

/** Whether a text can be an id at all; what cannot be one is unknown (404) without a look at the database. */
export const isId = (text: string): boolean => validate(text);
