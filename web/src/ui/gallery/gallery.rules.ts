export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** How a picture is looked at: its scale, 1 being as large as fits, and how far its middle is from the frame's, in pixels. */
export interface View extends Point {
  scale: number;
}

export const wholeView: View = { scale: 1, x: 0, y: 0 };

/** One step of the zoom buttons and keys. */
export const zoomStep = 1.5;
/** What a double tap zooms to. */
export const closeUp = 2.5;
export const largest = 8;

/** A picture's size in a frame that shows all of it; it isn't enlarged. */
export function fitted(picture: Size, frame: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return frame;
  const scale = Math.min(1, frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The nearest view in which no edge of the picture leaves a gap that needn't be. `shown` is its size at scale 1. */
export function withinFrame(view: View, shown: Size, frame: Size): View {
  const scale = between(view.scale, 1, largest);
  const roomX = Math.max(0, (shown.width * scale - frame.width) / 2);
  const roomY = Math.max(0, (shown.height * scale - frame.height) / 2);
  // Adding 0 turns -0 into 0.
  return { scale, x: between(view.x, -roomX, roomX) + 0, y: between(view.y, -roomY, roomY) + 0 };
}

/** Zooms by a factor; `at`, counted from the middle of the frame, stays where it is. */
export function zoomedAt(view: View, factor: number, at: Point): View {
  const scale = between(view.scale * factor, 1, largest);
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** What lifting the finger after dragging a whole picture by `by` does. */
export function afterDrag(by: Point, frame: Size): 'next' | 'previous' | 'close' | 'stay' {
  if (Math.abs(by.x) > Math.abs(by.y)) {
    if (Math.abs(by.x) < frame.width * 0.18) return 'stay';
    return by.x < 0 ? 'next' : 'previous';
  }
  return by.y > frame.height * 0.16 ? 'close' : 'stay';
}
