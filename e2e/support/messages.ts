import type { Locator, Page } from '@playwright/test';
import type { Person } from './people.ts';
import { expect } from './test.ts';

/** Opens the conversation of two people through the API; answers its id. */
export async function conversationOf(person: Person, other: Person): Promise<string> {
  const answer = await person.api.post('/v1/conversations', { data: { username: other.user.username } });
  return (await answer.json()).newConversation._id;
}

/** Sends a message through the API. */
export async function say(person: Person, conversation: string, content: string): Promise<void> {
  const answer = await person.api.post('/v1/chats', { data: { conversation, content } });
  expect(answer.status()).toBe(201);
}

/** The texts of the messages that the server has, oldest first. */
export async function storedTexts(person: Person, conversation: string): Promise<string[]> {
  const answer = await person.api.get(`/v1/chats/${conversation}`);
  return (await answer.json()).messages.map(({ message }: { message: string }) => message);
}

/** Opens a conversation in a page. */
export async function openChat(page: Page, conversation: string): Promise<void> {
  await page.goto(`/chat?conversation=${conversation}`);
  await expect(field(page)).toBeVisible();
}

/** The field that a message is written in. */
export const field = (page: Page): Locator => page.getByPlaceholder('Type Your Message Here');

/** The messages that are drawn. */
export const timeline = (page: Page): Locator => page.getByRole('region', { name: /^Messages with/ });

/** One message that is drawn, by its text. */
export const bubble = (page: Page, text: string | RegExp): Locator =>
  timeline(page).getByRole('listitem').filter({ hasText: text });

/** The list of conversations. */
export const list = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' });

/** The line of the list for the conversation with somebody. */
export const line = (page: Page, other: Person): Locator =>
  list(page).getByRole('listitem').filter({ hasText: other.user.username });

/** Types a text and sends it with Enter. */
export async function type(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Asks for the deletion of a conversation of the list: by its icon, or by the menu of a long press where nothing hovers. */
export async function askToDelete(page: Page, username: string): Promise<void> {
  const item = list(page).getByRole('listitem').filter({ hasText: username }).first();
  if (await page.evaluate(() => window.matchMedia('(hover: hover)').matches)) {
    await item.hover();
    await item.getByRole('button', { name: `Delete conversation with ${username}` }).click();
  } else {
    // What a phone makes of a long press.
    await item.getByRole('link').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete conversation' }).click();
  }
}
