import { describe, expect, it } from 'vitest';
import { positionOf } from '#ui/tooltip/position.rules.ts';

const room = { width: 400, height: 300 };
const size = { width: 80, height: 20 };

describe('the place of a tooltip', () => {
  it('is centred beside its element', () => {
    expect(positionOf({ left: 180, top: 100, width: 40, height: 40 }, size, room, 'bottom')).toEqual({
      left: 160,
      top: 146,
    });
    expect(positionOf({ left: 180, top: 100, width: 40, height: 40 }, size, room, 'right')).toEqual({
      left: 226,
      top: 110,
    });
  });

  it('is opposite where there is no room', () => {
    expect(positionOf({ left: 180, top: 260, width: 40, height: 40 }, size, room, 'bottom').top).toBe(234);
    expect(positionOf({ left: 0, top: 100, width: 40, height: 40 }, size, room, 'left').left).toBe(46);
  });

  it('stays inside the window', () => {
    expect(positionOf({ left: 0, top: 100, width: 40, height: 40 }, size, room, 'bottom').left).toBe(8);
    expect(positionOf({ left: 370, top: 100, width: 40, height: 40 }, size, room, 'top').left).toBe(312);
  });
});
