/** Pixels between tiles. */
const gap = 8;

/** A tile's width to height: the camera's own where there's space for it. */
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
 * The number of columns in which this many tiles cover the most area, and the tiles' size. A tile is at most as wide as 16:9 and as
 * tall as 4:3, so that little of the video is cropped; on a portrait screen, which suits faces, it may be as tall as 1:2.
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

/** The encoding of a video for each receiver. */
export interface Encoding {
  /** Bits per second. */
  maxBitrate: number;
  scaleResolutionDownBy: number;
  maxFramerate: number;
}

/**
 * Everyone sends to everyone, so each video's bitrate falls as the number of receivers grows: about 2.5 Mbit/s of upload in total. A
 * shared screen keeps its resolution so that text stays readable, and updates less often.
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
