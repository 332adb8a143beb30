import { createContext, use } from 'react';
import { useSavesData } from '#ui/data-saver/data-saver.ts';

/** Whether pictures below are fetched only when somebody asks for them, because their sender is a stranger. */
export const HeldPictures = createContext(false);

/** The same, also because the person saves data. */
export function useHeldPictures(): boolean {
  const savesData = useSavesData();
  return use(HeldPictures) || savesData;
}
