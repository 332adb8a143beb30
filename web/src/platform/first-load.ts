/**
 * Whether a query loads for the first time. Not once it failed: what's drawn then asks again, and if that hid it, it would be drawn and
 * ask forever, and lose what people typed.
 */
export const isFirstLoad = ({ isLoading, isFetched }: { isLoading: boolean; isFetched: boolean }): boolean =>
  isLoading && !isFetched;
