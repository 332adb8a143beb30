import { limits } from '@hubbub/contract/platform/limits.ts';

/** A square of a picture in its own pixels, after it was turned upright. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Loads a picture for drawing; the browser turns it upright. Rejects when it cannot be decoded. */
async function decode(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Whether the browser can draw a file. */
export async function isDrawable(file: File): Promise<boolean> {
  const address = URL.createObjectURL(file);
  try {
    await decode(address);
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Section 9: 500 × 500 pixels, JPEG, on white. Named as section 7 sends it. */
export async function cropImage(address: string, area: CropArea): Promise<File> {
  const image = await decode(address);
  const canvas = document.createElement('canvas');
  canvas.width = limits.avatar.size;
  canvas.height = limits.avatar.size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw pictures');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (blob === null) throw new Error('The picture could not be encoded');
  return new File([blob], 'profile.jpg', { type: 'image/jpeg' });
}
