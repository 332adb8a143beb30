import { limits } from '@hubbub/contract/platform/limits.ts';

/**
 * A square within a picture, in the picture's own pixels unless noted otherwise, after it was turned upright and then rotated by the
 * person.
 */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** A crop's framing: the square in percent of the rotated picture, so that it works in a crop view of any size. */
export interface Framing {
  area: CropArea;
  turn: Turn;
}

/** Loads a picture for drawing; the browser turns it upright according to its metadata. Rejects if it can't be decoded. */
async function decode(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Whether the browser can decode a file. */
export async function isDrawable(file: File): Promise<boolean> {
  const address = URL.createObjectURL(file);
  try {
    return (await decode(address)).naturalWidth > 0;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** 500 × 500 pixels, JPEG, on white. Named as it's sent. */
export async function cropImage(address: string, area: CropArea, turn: Turn): Promise<File> {
  const image = await decode(address);
  const { naturalWidth: width, naturalHeight: height } = image;
  const isSideways = turn % 180 !== 0;
  const canvas = document.createElement('canvas');
  canvas.width = limits.avatar.size;
  canvas.height = limits.avatar.size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error("This browser can't draw pictures");
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.scale(canvas.width / area.width, canvas.height / area.height);
  // The area is relative to the rotated picture's frame, so the picture is rotated around that frame's center.
  context.translate((isSideways ? height : width) / 2 - area.x, (isSideways ? width : height) / 2 - area.y);
  context.rotate((turn * Math.PI) / 180);
  context.drawImage(image, -width / 2, -height / 2);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (blob === null) throw new Error("Couldn't encode the picture");
  return new File([blob], 'profile.jpg', { type: 'image/jpeg' });
}
