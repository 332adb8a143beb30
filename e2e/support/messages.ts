import type { FileChooser, Locator, Page } from '@playwright/test';
import type { Person } from './people.ts';
import { expect } from './test.ts';

/** Opens the conversation between two people through the API; returns its id. */
export async function conversationOf(person: Person, other: Person): Promise<string> {
  const answer = await person.api.post('/v1/conversations', { data: { username: other.user.username } });
  return (await answer.json()).newConversation._id;
}

/** Sends a message through the API. */
export async function sendMessage(person: Person, conversation: string, content: string): Promise<void> {
  const answer = await person.api.post('/v1/chats', { data: { conversation, content } });
  expect(answer.status()).toBe(201);
}

/** The texts of the messages on the server, oldest first. */
export async function storedTexts(person: Person, conversation: string): Promise<string[]> {
  const answer = await person.api.get(`/v1/chats/${conversation}`);
  return (await answer.json()).messages.map(({ message }: { message: string }) => message);
}

/** Opens a conversation on a page. */
export async function openChat(page: Page, conversation: string): Promise<void> {
  await page.goto(`/chat?conversation=${conversation}`);
  await expect(field(page)).toBeVisible();
}

/** The field for writing a message. */
export const field = (page: Page): Locator => page.getByPlaceholder('Type Your Message Here');

/** Chooses files of any kind with the button for them. */
export async function attach(page: Page, files: Parameters<FileChooser['setFiles']>[0]) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles(files);
}

/** The messages on the screen. */
export const timeline = (page: Page): Locator => page.getByRole('region', { name: /^Messages with/ });

/** One message on the screen, by its text. */
export const bubble = (page: Page, text: string | RegExp): Locator =>
  timeline(page).getByRole('listitem').filter({ hasText: text });

/** The list of conversations. */
export const list = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' });

/** The list's entry for the conversation with someone. */
export const line = (page: Page, other: Person): Locator =>
  list(page).getByRole('listitem').filter({ hasText: other.user.username });

/** Types a text and sends it with Enter. */
export async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Asks to delete a conversation in the list: with its icon, or with the menu of a long press where there's no hover. */
export async function askToDelete(page: Page, username: string): Promise<void> {
  const item = list(page).getByRole('listitem').filter({ hasText: username }).first();
  if (await page.evaluate(() => window.matchMedia('(hover: hover)').matches)) {
    await item.hover();
    await item.getByRole('button', { name: `Delete conversation with ${username}` }).click();
  } else {
    // What a phone turns a long press into.
    await item.getByRole('link').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
  }
}

/** Moves a finger over an element: presses, moves by `dx`, and lifts; or stays for a long press. */
export async function touch(element: Locator, { dx = 0, hold = false }): Promise<void> {
  const page = element.page();
  const box = await element.boundingBox();
  if (box === null) throw new Error("What's touched isn't on the page");
  const [x, y] = [box.x + Math.min(30, box.width / 2), box.y + box.height / 2];
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 8 && dx !== 0; step += 1) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (dx * step) / 8, y }] });
  }
  if (hold) await expect(page.getByRole('dialog')).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** How much of what a person wrote or did the browser still has to send. */
export const countUnsent = (page: Page, { user }: Person): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('writes').objectStore('writes').count();
          count.onsuccess = () => resolve(count.result);
          opening.result.close();
        };
      }),
    `hubbub-outbox-${user.user_id}`,
  );
