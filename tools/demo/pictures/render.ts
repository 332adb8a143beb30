import sharp, { type OverlayOptions } from 'sharp';
import { random } from './random.ts';
import type { Finish, Scene } from './scene.ts';
import { document, radial, rect } from './svg.ts';

const grains = new Map<string, Promise<Buffer>>();

/** Film grain: grey noise, a little soft, to be laid over with soft light. One a size is enough. */
function grain(width: number, height: number, strength: number): Promise<Buffer> {
  const key = `${width} ${height} ${strength}`;
  let found = grains.get(key);
  if (found === undefined) {
    found = sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 70 * strength },
      },
    })
      .blur(0.6)
      .greyscale()
      .png({ compressionLevel: 1 })
      .toBuffer();
    grains.set(key, found);
  }
  return found;
}

function light(width: number, height: number, { vignette, light: colour }: Finish): Buffer {
  const dark = `<g><defs>${radial('v', [
    [0.55, '#000000', 0],
    [1, '#000000', vignette],
  ])}</defs><rect x="${-0.25 * width}" y="${-0.25 * height}" width="${1.5 * width}" height="${1.5 * height}" fill="url(#v)"/></g>`;
  const shine = colour
    ? `<defs>${radial('l', [
        [0, colour, 0.34],
        [1, colour, 0],
      ])}</defs><ellipse cx="${width * 0.85}" cy="0" rx="${width * 0.8}" ry="${height * 0.9}" fill="url(#l)"/>`
    : '';
  return Buffer.from(document(width, height, dark + shine));
}

/** Draws a scene and gives it back as a JPEG; the same seed gives the same picture. */
export async function render(
  scene: Scene,
  seed: string,
  size: readonly [number, number],
  finish: Finish,
): Promise<Buffer> {
  const [width, height] = size;
  const base = rect(0, 0, width, height, '#ffffff');
  const svg = document(width, height, base + scene(random(seed), width, height));
  const layers: OverlayOptions[] = [{ input: light(width, height, finish), blend: 'over' }];
  if (finish.grain > 0) layers.push({ input: await grain(width, height, finish.grain), blend: 'soft-light' });
  return await sharp(Buffer.from(svg), { unlimited: true })
    .flatten()
    .modulate({ saturation: 1.12 })
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: false })
    .toBuffer();
}
