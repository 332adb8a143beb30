/** What the classifier gets: a square with sides of this many pixels, RGB, three bytes each. */
export const sampleSide = 224;
