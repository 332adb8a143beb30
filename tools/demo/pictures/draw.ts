import { type Look, portrait } from './avatar.ts';
import { render } from './render.ts';
import type { Finish, Scene } from './scene.ts';
import { allotment } from './scenes/allotment.ts';
import { bicycle } from './scenes/bicycle.ts';
import { bookshelf } from './scenes/bookshelf.ts';
import { cat } from './scenes/cat.ts';
import { choir } from './scenes/choir.ts';
import { city } from './scenes/city.ts';
import { drawing } from './scenes/drawing.ts';
import { forest } from './scenes/forest.ts';
import { hills } from './scenes/hills.ts';
import { knitting } from './scenes/knitting.ts';
import { leaves } from './scenes/leaves.ts';
import { map } from './scenes/map.ts';
import { mountains } from './scenes/mountains.ts';
import { night } from './scenes/night.ts';
import { pitch } from './scenes/pitch.ts';
import { poster } from './scenes/poster.ts';
import { rain } from './scenes/rain.ts';
import { sea } from './scenes/sea.ts';
import { stillLife } from './scenes/still-life.ts';
import { table } from './scenes/table.ts';
import { tiles } from './scenes/tiles.ts';

const outdoors: Finish = { grain: 0.3, vignette: 0.24, light: '#ffe3b0' };
const dark: Finish = { grain: 0.3, vignette: 0.3 };
const indoors: Finish = { grain: 0.34, vignette: 0.3, light: '#ffdf9e' };
const flat: Finish = { grain: 0.22, vignette: 0.12, light: '#fff0d0' };

const scenes: Readonly<Record<string, readonly [Scene, Finish]>> = {
  allotment: [allotment, outdoors],
  bicycle: [bicycle, outdoors],
  bookshelf: [bookshelf, indoors],
  cat: [cat, dark],
  choir: [choir, indoors],
  city: [city, dark],
  drawing: [drawing, flat],
  forest: [forest, outdoors],
  hills: [hills, outdoors],
  knitting: [knitting, indoors],
  leaves: [leaves, outdoors],
  map: [map, flat],
  mountains: [mountains, outdoors],
  night: [night, dark],
  pitch: [pitch, outdoors],
  poster: [poster, flat],
  rain: [rain, dark],
  sea: [sea, dark],
  'still-life': [stillLife, indoors],
  table: [table, indoors],
  tiles: [tiles, flat],
};

const shapes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  l: [1440, 1080],
  p: [1080, 1350],
  s: [1200, 1200],
  w: [1600, 900],
};

/**
 * Draws a picture as a JPEG.
 * @param name scene and shape, such as `sea:l`
 * @param seed other seeds give other pictures of the same scene
 */
export async function draw(name: string, seed: string): Promise<Buffer> {
  const [scene = '', shape = ''] = name.split(':');
  const [found, size] = [scenes[scene], shapes[shape]];
  if (!found || !size) throw new Error(`There is no picture called "${name}".`);
  return await render(found[0], seed, size, found[1]);
}

/** Draws the profile picture of a person, 500 pixels square, as a JPEG. */
export async function drawPortrait(look: Look, seed: string): Promise<Buffer> {
  return await render(portrait(look), seed, [500, 500], { grain: 0.25, vignette: 0.14 });
}

/** Whether there is a picture of this name. */
export function canDraw(name: string): boolean {
  const [scene = '', shape = ''] = name.split(':');
  return scene in scenes && shape in shapes;
}
