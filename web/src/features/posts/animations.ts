/** As many bytes as the parts of a picture take that say whether it moves. */
const headBytes = 64 * 1024;

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** A PNG's chunks before its first data: one of them says that there are more frames. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.byteLength; at += 12 + view.getUint32(at)) {
    const type = text(bytes, at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** A WebP's flags (RFC 9649, section 2.7). */
const isAnimatedWebp = (bytes: Uint8Array): boolean =>
  text(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0b10) !== 0;

/** Programs that write moving GIFs say how often they repeat. */
const isAnimatedGif = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes).includes('NETSCAPE2.0');

/** Whether a picture moves. As a JPEG, it would freeze. */
export async function isAnimated(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  if (text(bytes, 1, 4) === 'PNG') return isAnimatedPng(bytes);
  if (text(bytes, 8, 12) === 'WEBP') return isAnimatedWebp(bytes);
  return text(bytes, 0, 4) === 'GIF8' && isAnimatedGif(bytes);
}
