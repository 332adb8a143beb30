/** What the bundled FFmpeg's process is asked; it knows the file by these two names. */
export interface BundledTask {
  input: string;
  outputs: { path: string; arguments: string[] }[];
}
export const bundledNames = { input: '/in/media', output: '/out/media' } as const;
