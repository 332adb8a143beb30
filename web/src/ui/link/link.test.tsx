// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { draw, tidy } from '#test/draw.tsx';
import { Link } from '#ui/link/Link.tsx';

afterEach(tidy);

const State = () => <output>{JSON.stringify(useLocation().state)}</output>;

/** @returns the path that's open, and how many entries the tab's history has got */
function open(link: React.ReactNode) {
  const { at } = draw(
    <>
      {link}
      <State />
    </>,
  );
  const before = window.history.length;
  return { at, added: () => window.history.length - before };
}

const click = (how: object = {}) => act(() => fireEvent.click(screen.getByRole('link'), how));

it('a click opens the page, with what its entry in the history remembers; another one there adds no entry', () => {
  const { at, added } = open(
    <Link to="/chat?conversation=ä" state={{ fromList: true }}>
      Ada
    </Link>,
  );
  click();
  expect(at()).toBe('/chat?conversation=%C3%A4');
  expect(screen.getByRole('status').textContent).toBe('{"fromList":true}');
  expect(added()).toBe(1);
  click();
  expect(added()).toBe(1);
});

it('a page can take the place of the current one in the history', () => {
  const { at, added } = open(
    <Link to="/feed" replace>
      Feed
    </Link>,
  );
  click();
  expect(at()).toBe('/feed');
  expect(added()).toBe(0);
});

it.each([
  ['for a new tab', <Link key="" to="/feed" />, { ctrlKey: true }],
  ['for a new window', <Link key="" to="/feed" />, { shiftKey: true }],
  ['with another button', <Link key="" to="/feed" />, { button: 1 }],
  ['on a link that opens a new tab', <Link key="" to="/feed" target="_blank" />, {}],
])('a click %s is left to the browser', (_, link, how) => {
  open(link);
  let isAnswered: boolean | undefined;
  const follow = (event: Event) => {
    isAnswered = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', follow, { once: true });
  click(how);
  expect(isAnswered).toBe(false);
});

it('a click that something else has answered opens nothing', () => {
  const { at } = open(
    <Link to="/feed" onClick={(event) => event.preventDefault()}>
      Feed
    </Link>,
  );
  click();
  expect(at()).toBe('/');
});
