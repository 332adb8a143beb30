import { describe, expect, it } from 'vitest';
import { pickFiles } from '#features/rooms/choose-files.rules.ts';

const bounds = { most: 10, bytes: 25 * 1024 * 1024 };
const file = (name: string, size = 1000, type = 'application/pdf') => ({ name, size, type });

describe('files chosen for a message', () => {
  it('are all added if they fit', () => {
    const files = [file('a.pdf'), file('b.png', 30_000_000, 'image/png')];
    // A picture is scaled down before it's sent.
    expect(pickFiles(0, files, bounds)).toEqual({ accepted: files });
  });

  it('are added up to ten, and the alert says how many were left out', () => {
    const files = Array.from({ length: 8 }, (_, index) => file(`${index}.pdf`));
    const { accepted, alert } = pickFiles(5, files, bounds);
    expect(accepted.map(({ name }) => name)).toEqual(['0.pdf', '1.pdf', '2.pdf', '3.pdf', '4.pdf']);
    expect(alert).toBe('A message can have up to 10 files, so the last 3 were left out.');
    expect(pickFiles(10, [file('a.pdf')], bounds)).toEqual({
      accepted: [],
      alert: 'A message can have up to 10 files. Send these first.',
    });
  });

  it('are left out if they are too large or empty, and the alert names which', () => {
    const [large, fine] = [file('film.mov', 26 * 1024 * 1024 + 1, 'video/quicktime'), file('a.pdf')];
    expect(pickFiles(0, [large, fine], bounds)).toEqual({
      accepted: [fine],
      alert: '"film.mov" is too large. Files can have up to 25 MB.',
    });
    expect(pickFiles(0, [file('nothing.txt', 0)], bounds).alert).toBe('"nothing.txt" is empty, so it can\'t be sent.');
    expect(pickFiles(0, [large, large, fine], bounds).accepted).toEqual([fine]);
  });
});
