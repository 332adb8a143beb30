/** The parts of libheif's WebAssembly build that are used here; the package's own types cover another entry point. */
declare module 'libheif-js/wasm-bundle.js' {
  export interface Channel {
    id: unknown;
    stride: number;
    width: number;
    height: number;
    data: Uint8Array;
  }

  interface HeifImage {
    /** Passed on to the functions below. */
    handle: object;
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    has_alpha_channel(): boolean;
  }

  const libheif: {
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
    heif_colorspace: { heif_colorspace_RGB: object };
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object };
    /** With a `code` instead if it fails. */
    heif_js_decode_image2(
      handle: object,
      colorspace: object,
      chroma: object,
    ): { code?: unknown; channels?: Channel[] } | Promise<{ code?: unknown; channels?: Channel[] }>;
  };
  export default libheif;
}
