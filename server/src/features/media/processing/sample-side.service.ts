/** The side in pixels of the square that the classifier gets, in RGB with three bytes per pixel. */
export const sampleSide = 224;
