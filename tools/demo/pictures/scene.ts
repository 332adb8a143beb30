import type { Random } from './random.ts';

/** Draws into a canvas of the given size in pixels and answers SVG elements. */
export type Scene = (r: Random, width: number, height: number) => string;

/** Light that the whole picture gets after it is drawn, as a camera would add it. */
export interface Finish {
  /** 0 none to 1 strong. */
  grain: number;
  /** Darkness in the corners, 0 to 1. */
  vignette: number;
  /** Colour that shines in from one corner, or none. */
  light?: string;
}
