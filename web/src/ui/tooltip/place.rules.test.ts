import { describe, expect, it } from 'vitest';
import { place } from '#ui/tooltip/place.rules.ts';

const room = { width: 400, height: 300 };
const size = { width: 80, height: 20 };

describe('the place of a tooltip', () => {
  it('is centred beside its element', () => {
    expect(place({ left: 180, top: 100, width: 40, height: 40 }, size, room, 'bottom')).toEqual({
      left: 160,
      top: 146,
    });
    expect(place({ left: 180, top: 100, width: 40, height: 40 }, size, room, 'right')).toEqual({ left: 226, top: 110 });
  });

  it('is opposite where there is no room', () => {
    expect(place({ left: 180, top: 260, width: 40, height: 40 }, size, room, 'bottom').top).toBe(234);
    expect(place({ left: 0, top: 100, width: 40, height: 40 }, size, room, 'left').left).toBe(46);
  });

  it('stays inside the window', () => {
    expect(place({ left: 0, top: 100, width: 40, height: 40 }, size, room, 'bottom').left).toBe(8);
    expect(place({ left: 370, top: 100, width: 40, height: 40 }, size, room, 'top').left).toBe(312);
  });
});
