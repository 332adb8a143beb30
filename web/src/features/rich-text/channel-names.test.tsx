// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChannelNames } from '#features/rich-text/channel-names.ts';
import { RichText } from '#features/rich-text/RichText.tsx';
import { WritingAids } from '#features/rich-text/WritingAids.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';

beforeEach(() => void signIn({ username: 'me' }));
afterEach(tidy);

const channels = [
  { name: 'green', path: '/communities?channel=1' },
  { name: 'green tea', path: '/communities?channel=2' },
  { name: 'hosts', path: null },
];

it("leads from a name to the channel, but not to one that the reader can't use", async () => {
  const view = draw(
    <ChannelNames value={channels}>
      <RichText
        text="👋🏽 @ana: #Green tea, #hosts and #nowhere"
        mentions={[{ start: 3, end: 7, username: 'ana_new', name: 'Ana' }]}
        whole
      />
    </ChannelNames>,
  );
  const link = await screen.findByRole('link', { name: '#Green tea' });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['@ana_new', '#Green tea']);
  expect(screen.getByRole('paragraph').textContent).toBe('👋🏽 @ana_new: #Green tea, #hosts and #nowhere');
  fireEvent.click(link);
  await waitFor(() => expect(view.at()).toBe('/communities?channel=2'));
});

function Form({ onSend }: { onSend: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  return (
    <>
      <WritingAids field={field} text={text} onText={setText} place={{}} />
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onSend(text)}
      />
    </>
  );
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const write = (text: string) => {
  field().focus();
  fireEvent.change(field(), { target: { value: text } });
  field().setSelectionRange(text.length, text.length);
  fireEvent.input(field());
};
const press = (key: string) => act(async () => fireEvent.keyDown(field(), { key }));

it('suggests channels after a hash sign, and Enter inserts the one the arrow keys chose instead of sending', async () => {
  const sent: string[] = [];
  draw(
    <ChannelNames value={channels}>
      <Form onSend={(text) => sent.push(text)} />
    </ChannelNames>,
  );
  write('See #gr');
  const list = await screen.findByRole('listbox', { name: 'Channels to link' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['# green', '# green tea']);
  expect(screen.getByRole('status').textContent).toBe('2 channels found');
  await press('ArrowDown');
  expect(field().getAttribute('aria-controls')).toBe(list.id);
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await press('Enter');
  expect(field().value).toBe('See #green tea ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await press('Enter');
  expect(sent).toEqual(['See #green tea ']);
});

it('inserts what is tapped, and Enter sends after a whole name and a space', async () => {
  const sent: string[] = [];
  draw(
    <ChannelNames value={channels}>
      <Form onSend={(text) => sent.push(text)} />
    </ChannelNames>,
  );
  write('#');
  const [first] = await screen.findAllByRole('option');
  if (first) fireEvent.click(first);
  expect(field().value).toBe('#green ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await press('Enter');
  expect(sent).toEqual(['#green ']);
});
