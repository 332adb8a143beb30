/** Pixels between tiles. */
const gap = 8;

/** Width by height of a tile: as cameras see, where there is room for it. */
const widest = 16 / 9;
const narrowestAcross = 4 / 3;
const narrowestUpright = 1 / 2;

export interface Grid {
  columns: number;
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * The number of columns with which this many tiles cover the most of an area, and their size. A tile is as wide as 16:9 and as high as
 * 4:3 at most, so that little of a picture is cut; on an upright screen, where faces stand upright too, as high as 1:2.
 */
export function bestGrid(count: number, areaWidth: number, areaHeight: number): Grid {
  const narrowest = areaWidth > areaHeight ? narrowestAcross : narrowestUpright;
  let best: Grid = { columns: 1, width: 0, height: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns += 1) {
    const rows = Math.ceil(count / columns);
    const cellWidth = (areaWidth - gap * (columns - 1)) / columns;
    const cellHeight = (areaHeight - gap * (rows - 1)) / rows;
    const width = Math.max(0, Math.floor(Math.min(cellWidth, cellHeight * widest)));
    const height = Math.max(0, Math.floor(Math.min(cellHeight, width / narrowest)));
    if (width * height > best.width * best.height) best = { columns, width, height };
  }
  return best;
}

/** How a picture is sent to each other person. */
export interface Encoding {
  /** Bits per second. */
  maxBitrate: number;
  scaleResolutionDownBy: number;
  maxFramerate: number;
}

/**
 * Everybody sends to everybody, so that what one picture may cost falls with the number of those who get it: about 2.5 Mbit/s upwards
 * in all. A screen keeps its size, for its text is to be read, and changes less often.
 */
export function encodingFor(receivers: number, isScreen: boolean): Encoding {
  const share = Math.round(2_500_000 / Math.max(1, receivers));
  if (isScreen) return { maxBitrate: Math.max(400_000, share), scaleResolutionDownBy: 1, maxFramerate: 15 };
  const scale = [1, 1, 1.5, 2, 2, 3, 3][Math.min(receivers, 7) - 1] ?? 1;
  return {
    maxBitrate: Math.min(1_700_000, share),
    scaleResolutionDownBy: scale,
    maxFramerate: receivers > 3 ? 20 : 30,
  };
}
