import { createContext } from 'react';

/** Whether pictures below are fetched only when somebody asks for them, because their sender is a stranger. */
export const HeldPictures = createContext(false);
