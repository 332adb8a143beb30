import { describe, expect, it } from 'vitest';
import { afterRelease, nextSpeed, peaksOf, seekByKey } from '#features/rooms/voice.rules.ts';

describe('a voice message', () => {
  it('is sent when the held button is released, goes on after a short press, and is canceled by sliding away', () => {
    expect(afterRelease({ held: 2_000, slid: 0 })).toBe('send');
    expect(afterRelease({ held: 2_000, slid: 40 })).toBe('send');
    expect(afterRelease({ held: 120, slid: 0 })).toBe('lock');
    expect(afterRelease({ held: 2_000, slid: 120 })).toBe('cancel');
  });

  it('shows how loud each part of it is, compared with the loudest', () => {
    expect(peaksOf([0, 0.1, -0.5, 0.25, 0.2, -0.1, 0, 0], 4)).toEqual([0.2, 1, 0.4, 0]);
    expect(peaksOf([0, 0], 2)).toEqual([0, 0]);
    expect(peaksOf([], 3)).toEqual([0, 0, 0]);
  });

  it('plays at 1, 1.5 and 2 times the speed in turn', () => {
    expect([1, 1.5, 2].map(nextSpeed)).toEqual([1.5, 2, 1]);
  });

  it('is sought by keys, five seconds at a time, within its length', () => {
    expect(seekByKey('ArrowRight', 3, 60)).toBe(8);
    expect(seekByKey('ArrowLeft', 3, 60)).toBe(0);
    expect(seekByKey('ArrowRight', 58, 60)).toBe(60);
    expect(seekByKey('Home', 30, 60)).toBe(0);
    expect(seekByKey('End', 30, 60)).toBe(60);
    expect(seekByKey('a', 30, 60)).toBeUndefined();
  });
});
