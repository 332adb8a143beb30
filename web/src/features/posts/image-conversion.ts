import { limits } from '@hubbub/contract/platform/limits.ts';
import { fitWithin } from '#features/posts/composer.rules.ts';

const quality = 0.9;

type Canvas2D = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'drawImage' | 'imageSmoothingQuality'>;

function draw(context: Canvas2D | null, bitmap: ImageBitmap, size: { width: number; height: number }): void {
  if (context === null) throw new Error('This browser has no canvas.');
  // JPEG has no transparency: transparent areas become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, size.width, size.height);
}

/**
 * A picture as JPEG that fits within 1920 × 1080, upright according to its EXIF data, with transparency on white. Rejects if
 * the browser can't read the picture. Works in a worker and in a page.
 */
export async function toJpeg(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const size = fitWithin(bitmap, limits.image);
    if (typeof OffscreenCanvas !== 'undefined') {
      const canvas = new OffscreenCanvas(size.width, size.height);
      draw(canvas.getContext('2d'), bitmap, size);
      return await canvas.convertToBlob({ type: 'image/jpeg', quality });
    }
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    draw(canvas.getContext('2d'), bitmap, size);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error("Couldn't convert the picture.")) : resolve(blob)),
        'image/jpeg',
        quality,
      );
    });
  } finally {
    bitmap.close();
  }
}
