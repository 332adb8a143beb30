/** The parts of FFmpeg's WebAssembly build that are used here; the package has no types. */
declare module '@ffmpeg/core' {
  interface Node {
    mode: number;
    node_ops: object;
    stream_ops: object;
  }

  interface FileSystem {
    mkdir(path: string): void;
    mount(type: object, options: object, path: string): void;
    unmount(path: string): void;
    createNode(parent: Node | null, name: string, mode: number, device: number): Node;
    /** By error number. */
    ErrnoError: new (
      code: number,
    ) => Error;
  }

  interface Core {
    FS: FileSystem;
    /** Exit code of the last run. */
    ret: number;
    /** Runs the command line program to completion. */
    exec(...args: string[]): number;
    reset(): void;
  }

  export default function createFFmpegCore(options: {
    wasmBinary: Uint8Array;
    mainScriptUrlOrBlob: string;
  }): Promise<Core>;
}
