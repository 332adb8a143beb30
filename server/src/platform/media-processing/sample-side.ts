/** What the classifier looks at: a square of this many pixels a side, RGB, three bytes each. */
export const sampleSide = 224;
