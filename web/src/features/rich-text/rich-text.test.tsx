// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LinkCard } from '#features/rich-text/LinkCard.tsx';
import { RichText } from '#features/rich-text/RichText.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';

afterEach(tidy);

it('leads from a mention to the profile, under the current name', () => {
  signIn({ username: 'me' });
  draw(
    <RichText
      text="Hi @ana, and @gone"
      mentions={[
        { start: 3, end: 7, username: 'ana_new', name: 'Ana' },
        { start: 13, end: 18, username: 'deleted_user', name: 'Deleted User' },
      ]}
    />,
  );
  expect(screen.getByRole('link', { name: '@ana_new' })).toHaveProperty('pathname', '/profile/ana_new');
  expect(screen.queryByRole('link', { name: '@deleted_user' })).toBeNull();
  expect(screen.getByText('@deleted_user')).toBeTruthy();
});

it('keeps the letters of links and mentions in their order, whatever stands around them', async () => {
  signIn({ username: 'me' });
  const reversed = '\u202eexample.org/moc.knab//:sptth @ana';
  const at = reversed.indexOf('@');
  draw(<RichText text={reversed} mentions={[{ start: at, end: at + 4, username: 'ana', name: 'Ana' }]} />);
  const link = await screen.findByRole('link', { name: 'example.org/moc.knab//:sptth' });
  expect(link.getAttribute('dir')).toBe('ltr');
  expect(screen.getByRole('link', { name: '@ana' }).getAttribute('dir')).toBe('ltr');
});

it("shows a page's picture as decoration of its card, in space that's reserved until it has loaded", () => {
  signIn();
  const link = { url: 'https://tea.example/', title: 'Tea', description: '', image_path: '/0a.webp' };
  draw(<LinkCard link={link} />);
  const picture = screen.getByRole('link', { name: 'tea.example Tea' }).querySelector('img');
  expect(picture?.getAttribute('src')).toBe('/media/0a.webp');
  expect([picture?.alt, picture?.getAttribute('loading')]).toEqual(['', 'lazy']);
  expect(picture?.className).toContain('aspect-');
});

it("leads from a link's card to its page, named by what the page says", () => {
  signIn();
  draw(
    <LinkCard
      link={{ url: 'https://www.tea.example/a?b=1', title: 'Tea', description: 'How to make it', image_path: null }}
    />,
  );
  const card = screen.getByRole('link', { name: 'tea.example Tea How to make it' });
  expect(card).toHaveProperty('href', 'https://www.tea.example/a?b=1');
  expect(card.getAttribute('rel')).toContain('noopener');
});
