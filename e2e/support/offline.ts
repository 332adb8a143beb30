import type { Page } from '@playwright/test';

/** The answers stored for a person, as one string. */
export const storedOffline = (page: Page, userId: string): Promise<string> =>
  page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const request = database.transaction('answers').objectStore('answers').getAll();
    await new Promise((resolve) => request.addEventListener('success', resolve));
    database.close();
    return JSON.stringify(request.result);
  }, `hubbub-offline-${userId}`);
