/** The task of the bundled FFmpeg's process; the program sees the file under these two names. */
export interface BundledTask {
  input: string;
  outputs: { path: string; arguments: string[] }[];
}
export const bundledNames = { input: '/in/media', output: '/out/media' } as const;
