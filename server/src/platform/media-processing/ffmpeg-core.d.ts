/** The parts of the WebAssembly build of FFmpeg that are used here; the package has no types. */
declare module '@ffmpeg/core' {
  interface FileSystem {
    filesystems: { WORKERFS: object };
    mkdir(path: string): void;
    mount(type: object, options: object, path: string): void;
    analyzePath(path: string): { exists: boolean };
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  }

  interface Core {
    FS: FileSystem;
    /** Exit code of the last run. */
    ret: number;
    /** Runs the command line program to its end. */
    exec(...args: string[]): number;
    reset(): void;
  }

  export default function createFFmpegCore(options: {
    wasmBinary: Uint8Array;
    mainScriptUrlOrBlob: string;
  }): Promise<Core>;
}
