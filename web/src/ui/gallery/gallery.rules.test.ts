import { describe, expect, it } from 'vitest';
import { afterDrag, fitted, wholeView, withinFrame, zoomedAt } from '#ui/gallery/gallery.rules.ts';

const frame = { width: 400, height: 800 };
const shown = { width: 400, height: 300 };

describe('a picture in full size', () => {
  it('fits its frame and is not enlarged', () => {
    expect(fitted({ width: 1600, height: 1200 }, frame)).toEqual(shown);
    expect(fitted({ width: 40, height: 30 }, frame)).toEqual({ width: 40, height: 30 });
    expect(fitted({ width: 0, height: 0 }, frame)).toEqual(frame);
  });

  it('zooms around a point, which stays where it is', () => {
    const at = { x: 100, y: -50 };
    const zoomed = zoomedAt(wholeView, 2, at);
    expect(zoomed).toEqual({ scale: 2, x: -100, y: 50 });
    // The part of the picture that was there is still there.
    expect((at.x - zoomed.x) / zoomed.scale).toBe(100);
    expect(zoomedAt(zoomed, 0.5, at)).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it('is never smaller than whole, nor larger than eight times that', () => {
    expect(zoomedAt(wholeView, 0.2, { x: 0, y: 0 }).scale).toBe(1);
    expect(zoomedAt(wholeView, 100, { x: 0, y: 0 }).scale).toBe(8);
  });

  it('moves as far as its edges, and not at all on a side that fits', () => {
    expect(withinFrame({ scale: 1, x: 90, y: 90 }, shown, frame)).toEqual(wholeView);
    expect(withinFrame({ scale: 2, x: 900, y: 90 }, shown, frame)).toEqual({ scale: 2, x: 200, y: 0 });
    expect(withinFrame({ scale: 4, x: -900, y: -900 }, shown, frame)).toEqual({ scale: 4, x: -600, y: -200 });
  });

  it('turns to the next one when it is swiped, and closes when it is pulled down', () => {
    expect(afterDrag({ x: -120, y: 20 }, frame)).toBe('next');
    expect(afterDrag({ x: 120, y: 20 }, frame)).toBe('previous');
    expect(afterDrag({ x: 30, y: 10 }, frame)).toBe('stay');
    expect(afterDrag({ x: 10, y: 200 }, frame)).toBe('close');
    expect(afterDrag({ x: 10, y: -200 }, frame)).toBe('stay');
  });
});
