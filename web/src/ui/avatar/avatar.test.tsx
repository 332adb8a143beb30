// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { setDataSaver } from '#ui/data-saver/data-saver.ts';

afterEach(() => {
  setDataSaver('system');
  cleanup();
});

const picture = () => document.querySelector('img');

/** Makes every requested picture fail and returns their URLs, twenty at most. */
function askedFor(): string[] {
  const asked: string[] = [];
  for (let image = picture(); image !== null && asked.length < 20; image = picture()) {
    asked.push(image.getAttribute('src') ?? '');
    fireEvent.error(image);
  }
  return asked;
}

it('requests a missing picture once per size, then shows the default figure', () => {
  const { rerender } = render(<Avatar src="/ada-small.webp" fallback="/ada.jpg" alt="Ada" />);
  expect(askedFor()).toEqual(['/ada-small.webp', '/ada.jpg']);
  expect(screen.getByRole('img', { name: 'Ada' }).tagName.toLowerCase()).toBe('svg');
  rerender(<Avatar src="/ada-small.webp" fallback="/ada.jpg" alt="Ada" size={48} />);
  expect(askedFor()).toEqual([]);
});

it('falls back from a missing small version to the full picture, and requests a different picture afresh', () => {
  const { rerender } = render(<Avatar src="/ada-small.webp" fallback="/ada.jpg" />);
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()?.getAttribute('src')).toBe('/ada.jpg');
  rerender(<Avatar src="/bob-small.webp" fallback="/bob.jpg" />);
  expect(picture()?.getAttribute('src')).toBe('/bob-small.webp');
});

it('with the data saver on, the default figure stands for a picture that nobody asked for', () => {
  setDataSaver('on');
  const { rerender } = render(<Avatar src="/ada.jpg" alt="Ada" />);
  expect(screen.getByRole('img', { name: 'Ada' }).tagName.toLowerCase()).toBe('svg');
  rerender(<Avatar src="/ada.jpg" alt="Ada" wanted />);
  expect(picture()?.getAttribute('src')).toBe('/ada.jpg');
  rerender(<Avatar src="/ada.jpg" alt="Ada" />);
  act(() => setDataSaver('off'));
  expect(picture()?.getAttribute('src')).toBe('/ada.jpg');
});
