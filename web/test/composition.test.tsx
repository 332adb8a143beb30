// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CommentField } from '#features/comments/CommentField.tsx';
import { PeoplePicker } from '#features/conversations/PeoplePicker.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMember } from '#test/factories.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';

afterEach(tidy);

/** While something is composed, and right after it as Safari tells it. */
const composing = [{ isComposing: true }, { isComposing: false, keyCode: 229 }];

it('Enter and Escape that belong to an input method neither send nor discard', () => {
  const [sent, left] = [vi.fn(), vi.fn()];
  signIn();
  draw(
    <CommentField
      postId="1"
      label="Comment"
      placeholder=""
      action="Send"
      text="にほん"
      onChange={vi.fn()}
      onSend={sent}
      onEscape={left}
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Comment' });
  for (const init of composing) for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, ...init });
  expect(sent).not.toHaveBeenCalled();
  expect(left).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
  expect(sent).toHaveBeenCalledOnce();
  expect(left).toHaveBeenCalledOnce();
});

it('the same keys choose nobody, and close no dialog', () => {
  const [chosen, closed] = [vi.fn(), vi.fn()];
  signIn();
  draw(
    <Dialog open title="New group" onOpenChange={closed}>
      <PeoplePicker chosen={[makeMember('ana')]} onChange={chosen} suggested={[]} full={false} />
    </Dialog>,
  );
  const field = screen.getByRole('textbox', { name: 'Search for people' });
  for (const init of composing)
    for (const key of ['Backspace', 'Enter', 'Escape']) fireEvent.keyDown(field, { key, ...init });
  expect(chosen).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Backspace', keyCode: 8 });
  expect(chosen).toHaveBeenCalledOnce();
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
  expect(closed).toHaveBeenCalledOnce();
});
