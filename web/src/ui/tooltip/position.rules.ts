export type Side = 'top' | 'right' | 'bottom' | 'left';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** Pixels between an element and what floats beside it, and between that and the edge of the window. */
const gap = 6;
const margin = 8;

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

function beside(anchor: Box, size: Size, side: Side): { left: number; top: number } {
  const centeredLeft = anchor.left + (anchor.width - size.width) / 2;
  const centeredTop = anchor.top + (anchor.height - size.height) / 2;
  if (side === 'top') return { left: centeredLeft, top: anchor.top - gap - size.height };
  if (side === 'bottom') return { left: centeredLeft, top: anchor.top + anchor.height + gap };
  if (side === 'left') return { left: anchor.left - gap - size.width, top: centeredTop };
  return { left: anchor.left + anchor.width + gap, top: centeredTop };
}

function fits(at: { left: number; top: number }, size: Size, room: Size, side: Side): boolean {
  if (side === 'top') return at.top >= margin;
  if (side === 'bottom') return at.top + size.height <= room.height - margin;
  if (side === 'left') return at.left >= margin;
  return at.left + size.width <= room.width - margin;
}

/** Where a box of `size` stands beside `anchor`: at `side`, or opposite where there is no room; never over the edge of the window. */
export function positionOf(anchor: Box, size: Size, room: Size, side: Side): { left: number; top: number } {
  const wanted = beside(anchor, size, side);
  const at = fits(wanted, size, room, side) ? wanted : beside(anchor, size, opposite[side]);
  return {
    left: Math.max(margin, Math.min(at.left, room.width - margin - size.width)),
    top: Math.max(margin, Math.min(at.top, room.height - margin - size.height)),
  };
}
