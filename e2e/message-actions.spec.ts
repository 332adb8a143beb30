import type { Locator, Page } from '@playwright/test';
import { bubble, conversationOf, field, openChat, sendMessage, timeline, touch, type } from './support/messages.ts';
import type { Person } from './support/people.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts';

/** Chooses something in the menu of a message. */
async function choose(message: Locator, name: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: /^Menu of/ }).click();
  await message.page().getByRole('menuitem', { name }).click();
}

const reaction = (message: Locator, emoji: string) =>
  message.getByRole('list', { name: 'Reactions' }).getByRole('button', { name: emoji });

interface Opens {
  people: { create(prefix: string): Promise<Person> };
  openAs: (person: Person) => Promise<Page>;
}

/** A conversation between two people, with both of their pages open. */
async function talk({ people, openAs }: Opens) {
  const ada = await people.create('ada');
  const bob = await people.create('bob');
  const id = await conversationOf(ada, bob);
  await sendMessage(ada, id, 'Hello Bob');
  await sendMessage(bob, id, 'Hello Ada');
  const [adas, bobs] = [await openAs(ada), await openAs(bob)];
  await openChat(adas, id);
  await openChat(bobs, id);
  return { ada, bob, id, adas, bobs };
}

test('people react to messages, and see it on each other’s screens', async ({ people, openAs }) => {
  const { adas, bobs } = await talk({ people, openAs });
  const message = bubble(adas, 'Hello Ada');
  await message.hover();
  await message.getByRole('button', { name: 'Add a reaction' }).click();
  await adas.getByRole('button', { name: 'React with red heart' }).click();
  await expect(reaction(message, '❤️, 1')).toHaveAttribute('aria-pressed', 'true');

  const theirs = reaction(bubble(bobs, 'Hello Ada'), '❤️');
  await expect(theirs).toHaveAttribute('aria-pressed', 'false');
  await theirs.click();
  await expect(reaction(message, '❤️, 2')).toHaveAttribute('aria-pressed', 'true');
  // By keyboard, too.
  await reaction(message, '❤️, 2').press('Enter');
  await expect(reaction(message, '❤️, 1')).toHaveAttribute('aria-pressed', 'false');

  await message.hover();
  await message.getByRole('button', { name: 'Add a reaction' }).click();
  await adas.getByRole('button', { name: 'More emoji' }).click();
  const panel = adas.getByRole('dialog', { name: 'Reactions' });
  await panel.getByPlaceholder('Search').fill('rocket');
  await panel.getByRole('button', { name: 'rocket' }).first().click();
  await expect(reaction(bubble(bobs, 'Hello Ada'), '🚀, 1')).toBeVisible();
  await expectAccessibleInBothThemes(adas);
});

test('an edit and a deletion show on both screens right away', async ({ people, openAs }) => {
  const { adas, bobs } = await talk({ people, openAs });
  await type(adas, 'See you at noon');
  await expect(bubble(bobs, 'See you at noon')).toBeVisible();

  await field(adas).press('ArrowUp');
  await expect(adas.getByText('Editing your message')).toBeVisible();
  await expect(field(adas)).toHaveValue('See you at noon');
  await field(adas).press('Escape');
  await expect(field(adas)).toHaveValue('');

  await choose(bubble(adas, 'See you at noon'), 'Edit');
  await expect(field(adas)).toBeFocused();
  await type(adas, 'See you at one');
  const edited = bubble(bobs, 'See you at one');
  await expect(edited.getByText('edited')).toHaveAttribute('title', /^Edited /);
  await expect(field(adas)).toHaveValue('');

  await choose(bubble(adas, 'See you at one'), 'Delete');
  await adas.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(timeline(bobs).getByText('This message was deleted')).toBeVisible();
  await expect(timeline(bobs).getByText('See you at one')).toBeHidden();
  await bobs.reload();
  await expect(timeline(bobs).getByText('This message was deleted')).toBeVisible();
  // Others can't do either.
  const theirs = bubble(bobs, 'Hello Bob');
  await theirs.hover();
  await theirs.getByRole('button', { name: /^Menu of/ }).click();
  await expect(bobs.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await expect(bobs.getByRole('menuitem', { name: /^(Edit|Delete)/ })).toHaveCount(0);
  await expectAccessibleInBothThemes(bobs);
});

test('a reply leads to what it answers, hundreds of messages back', async ({ people, openAs }) => {
  test.slow();
  const ada = await people.create('ada');
  const bob = await people.create('bob');
  const id = await conversationOf(ada, bob);
  await sendMessage(ada, id, 'The very first question');
  const answer = await ada.api.get(`/v1/chats/${id}`);
  const { _id: first } = (await answer.json()).messages[0];
  for (let number = 1; number <= 260; number += 1)
    await sendMessage(number % 2 ? ada : bob, id, `Message ${number} of many`);
  await bob.api.post('/v1/chats', { data: { conversation: id, content: 'The answer at last', reply_to: first } });

  const page = await openAs(ada);
  await openChat(page, id);
  const reply = bubble(page, 'The answer at last');
  await reply.getByRole('button', { name: /The very first question/ }).click();
  const question = timeline(page).getByRole('listitem').filter({ hasText: 'The very first question' });
  await expect(question.first()).toBeInViewport();
  await expect(question.first()).toBeFocused();

  // Somebody writes meanwhile, which is one click away.
  await sendMessage(bob, id, 'And one more');
  await expect(page.getByRole('button', { name: 'Show 1 new message' })).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 new message' }).click();
  await expect(bubble(page, 'And one more')).toBeInViewport();

  // The history goes on below what was jumped to, down to the newest message.
  await timeline(page).hover();
  await page.mouse.wheel(0, -300);
  await reply.getByRole('button', { name: /The very first question/ }).click();
  await expect(question.first()).toBeInViewport();
  await expect(async () => {
    await page.mouse.wheel(0, 1_500);
    await expect(bubble(page, 'And one more')).toBeInViewport({ timeout: 250 });
  }).toPass();
});

test('everything works by keyboard', async ({ people, openAs }) => {
  const { adas, bobs } = await talk({ people, openAs });
  const message = bubble(adas, 'Hello Ada');
  await message.focus();
  await adas.keyboard.press('Enter');
  await expect(adas.getByRole('menuitem', { name: 'Reply' })).toBeFocused();
  await adas.keyboard.press('Escape');
  await message.focus();
  await adas.keyboard.press('ArrowUp');
  await expect(bubble(adas, 'Hello Bob')).toBeFocused();
  await adas.keyboard.press('ArrowDown');
  await expect(message).toBeFocused();
  await adas.keyboard.press('r');
  await expect(adas.getByText(/^Replying to bob/)).toBeVisible();
  await expect(field(adas)).toBeFocused();
  await type(adas, 'Good to see you');
  await expect(bubble(bobs, 'Good to see you').getByRole('button', { name: /Reply to You Hello Ada/ })).toBeVisible();
  await expect(adas.getByText(/^Replying to bob/)).toBeHidden();
});

/** The text of a message, and not of a reply to it. */
const said = (page: Page, text: string) => timeline(page).getByRole('paragraph').filter({ hasText: text });

/** The actions of a message on a phone, after a long press. */
async function press(page: Page, text: string): Promise<Locator> {
  await touch(said(page, text), { hold: true });
  return page.getByRole('dialog');
}

test('on a phone, a long press offers the actions, and a swipe answers @phone-only @phone', async ({
  people,
  openAs,
}) => {
  const { adas, bobs } = await talk({ people, openAs });
  const sheet = await press(adas, 'Hello Ada');
  await expectAccessibleInBothThemes(adas);
  await sheet.getByRole('button', { name: 'React with thumbs up' }).click();
  await expect(sheet).toBeHidden();
  await expect(reaction(bubble(bobs, 'Hello Ada'), '👍, 1')).toBeVisible();

  await touch(said(adas, 'Hello Ada'), { dx: 140 });
  await expect(adas.getByText(/^Replying to bob/)).toBeVisible();
  await type(adas, 'Swiped');
  await expect(bubble(bobs, 'Swiped').getByRole('button', { name: /Reply to/ })).toBeVisible();

  // A short swipe doesn't.
  await touch(said(adas, 'Hello Ada'), { dx: 30 });
  await expect(adas.getByText(/^Replying to bob/)).toBeHidden();

  await (await press(adas, 'Swiped')).getByRole('button', { name: 'Edit' }).click();
  await type(adas, 'Edited');
  await expect(bubble(bobs, 'Edited')).toBeVisible();
  await expectNoSidewaysScroll(adas);
  await expectAccessibleInBothThemes(adas);
});
