import { conversationOf, field, sendMessage, timeline } from './support/messages.ts';
import { expect, test } from './support/test.ts';

test('a Chinese word from hundreds of messages ago is found with the keyboard, and its result opens at the message', async ({
  people,
  openAs,
}) => {
  const [ann, ben] = [await people.create('finder'), await people.create('teller')];
  const id = await conversationOf(ann, ben);
  await sendMessage(ann, id, 'Tell me everything');
  await sendMessage(ben, id, '我们在茶馆见面');
  const later = Array.from({ length: 300 }, (_, number) => `Later ${number}`);
  while (later.length > 0) await Promise.all(later.splice(0, 10).map((text) => sendMessage(ben, id, text)));

  const page = await openAs(ann);
  await page.goto(`/chat?conversation=${id}`);
  await expect(timeline(page).getByText('Later 299')).toBeVisible();
  await field(page).press('Control+f');
  const search = page.getByRole('textbox', { name: /^Search in/ });
  await expect(search).toBeFocused();
  await search.fill('茶馆');
  const hit = page.getByRole('link', { name: /我们在茶馆见面/ });
  await expect(hit.locator('mark')).toHaveText('茶馆');
  await hit.focus();
  await page.keyboard.press('Enter');
  await expect(timeline(page).getByText('我们在茶馆见面')).toBeInViewport();
  await expect(timeline(page).getByText('Later 0', { exact: true })).toBeVisible();
  await expect(timeline(page).getByText('Later 299')).toHaveCount(0);
});
