import { mix, shade } from './colour.ts';
import type { Random } from './random.ts';
import type { Scene } from './scene.ts';
import { circle, ellipse, group, linear, n, path, rect, shape, stroke, times } from './svg.ts';

/** How a person looks on the profile picture. */
export interface Look {
  skin: string;
  hair: 'short' | 'long' | 'bun' | 'curls' | 'bald' | 'bob' | 'fade' | 'scarf' | 'turban' | 'braids' | 'waves' | 'cap';
  /** Colour of the hair, or of the cloth that covers it. */
  colour: string;
  beard?: 'full' | 'moustache' | 'stubble';
  glasses?: 'round' | 'square';
  earrings?: boolean;
  freckles?: boolean;
  shirt: string;
  back: readonly [string, string];
  backdrop: 'plain' | 'circle' | 'stripes' | 'leaves' | 'hills';
}

function backdrop(look: Look, r: Random, size: number): string {
  const [from, to] = look.back;
  const base = `<defs>${linear(
    'b',
    [
      [0, from],
      [1, to],
    ],
    [0, 0, 1, 1],
  )}</defs>${rect(0, 0, size, size, 'url(#b)')}`;
  switch (look.backdrop) {
    case 'circle':
      return base + circle(size * 0.5, size * 0.46, size * 0.39, mix(from, '#ffffff', 0.35), 'opacity="0.75"');
    case 'stripes':
      return (
        base +
        times(9, (index) =>
          shape(
            path([
              [size * (index / 4.5 - 0.6), 0],
              [size * (index / 4.5 - 0.5), 0],
              [size * (index / 4.5 - 0.05), size],
              [size * (index / 4.5 - 0.15), size],
            ]),
            mix(from, '#ffffff', 0.4),
            'opacity="0.5"',
          ),
        )
      );
    case 'leaves':
      return (
        base +
        times(16, () => {
          const [x, y] = [r.range(0, size), r.range(0, size * 0.9)];
          return ellipse(
            x,
            y,
            size * 0.13,
            size * 0.045,
            shade(mix(to, '#3f7d58', 0.5), r.range(-0.08, 0.1)),
            `transform="rotate(${r.int(0, 180)} ${n(x)} ${n(y)})" opacity="0.8"`,
          );
        })
      );
    case 'hills':
      return (
        base +
        circle(size * 0.76, size * 0.26, size * 0.1, '#fff4d0', 'opacity="0.9"') +
        shape(
          `M0 ${n(size * 0.66)}Q${n(size * 0.25)} ${n(size * 0.44)} ${n(size * 0.55)} ${n(size * 0.62)}T${n(size)} ${n(size * 0.52)}V${size}H0Z`,
          mix(to, '#2a5d50', 0.4),
        ) +
        shape(
          `M0 ${n(size * 0.8)}Q${n(size * 0.4)} ${n(size * 0.6)} ${n(size)} ${n(size * 0.76)}V${size}H0Z`,
          mix(to, '#1f4a40', 0.65),
        )
      );
    default:
      return base;
  }
}

/** What of the hair lies behind the head. `u` is half the width of the face. */
function hairBehind({ hair, colour }: Look, x: number, y: number, u: number): string {
  const dark = shade(colour, -0.045);
  switch (hair) {
    case 'long':
    case 'waves': {
      const wave = hair === 'waves' ? 0.16 : 0;
      return shape(
        `M${n(x - u * 1.2)} ${n(y - u * 0.2)}C${n(x - u * 1.3)} ${n(y - u * 1.7)} ${n(x + u * 1.3)} ${n(y - u * 1.7)} ${n(x + u * 1.2)} ${n(y - u * 0.2)}Q${n(x + u * (1.24 + wave))} ${n(y + u * 0.7)} ${n(x + u * 1.3)} ${n(y + u * 1.9)}Q${n(x)} ${n(y + u * 2.3)} ${n(x - u * 1.3)} ${n(y + u * 1.9)}Q${n(x - u * (1.24 + wave))} ${n(y + u * 0.7)} ${n(x - u * 1.2)} ${n(y - u * 0.2)}Z`,
        dark,
      );
    }
    case 'bob':
      return shape(
        `M${n(x - u * 1.24)} ${n(y + u * 0.95)}C${n(x - u * 1.45)} ${n(y - u * 1.8)} ${n(x + u * 1.45)} ${n(y - u * 1.8)} ${n(x + u * 1.24)} ${n(y + u * 0.95)}Z`,
        dark,
      );
    case 'bun':
      return circle(x, y - u * 1.55, u * 0.5, dark) + ellipse(x, y - u * 0.3, u * 1.12, u * 1.12, dark);
    case 'curls':
      return (
        times(22, (index) => {
          const a = Math.PI * (0.86 + (index * 1.28) / 21);
          return circle(
            x + Math.cos(a) * u * 1.16,
            y - u * 0.24 + Math.sin(a) * u * 1.16,
            u * 0.4,
            index % 2 ? dark : colour,
          );
        }) + ellipse(x, y - u * 0.5, u * 1.2, u * 1.1, dark)
      );
    case 'braids':
      return (
        ellipse(x, y - u * 0.25, u * 1.12, u * 1.15, dark) +
        [-1, 1]
          .map((side) =>
            times(8, (index) =>
              ellipse(
                x + side * u * (1.04 + index * 0.02),
                y + u * (0.3 + index * 0.24),
                u * 0.19,
                u * 0.17,
                index % 2 ? dark : colour,
              ),
            ),
          )
          .join('')
      );
    case 'scarf':
      return shape(
        `M${n(x - u * 1.3)} ${n(y + u * 1.9)}C${n(x - u * 1.6)} ${n(y - u * 2.5)} ${n(x + u * 1.6)} ${n(y - u * 2.5)} ${n(x + u * 1.3)} ${n(y + u * 1.9)}Z`,
        colour,
      );
    default:
      return '';
  }
}

/** What of the hair, or of the cloth, lies over the forehead. */
function hairBefore({ hair, colour }: Look, x: number, y: number, u: number): string {
  const light = shade(colour, 0.05);
  const crown = (low: number, high: number) =>
    `M${n(x - u * 1.04)} ${n(y + u * low)}C${n(x - u * 1.2)} ${n(y - u * high)} ${n(x + u * 1.2)} ${n(y - u * high)} ${n(x + u * 1.04)} ${n(y + u * low)}`;
  switch (hair) {
    case 'bald':
      return '';
    case 'scarf':
      return (
        shape(
          `M${n(x - u * 1.12)} ${n(y + u * 1.4)}C${n(x - u * 1.5)} ${n(y - u * 2.3)} ${n(x + u * 1.5)} ${n(y - u * 2.3)} ${n(x + u * 1.12)} ${n(y + u * 1.4)}Q${n(x + u * 0.9)} ${n(y + u * 2.3)} ${n(x)} ${n(y + u * 2.2)}L${n(x)} ${n(y + u * 1.22)}C${n(x + u * 1.1)} ${n(y + u * 0.9)} ${n(x + Number(u))} ${n(y - u * 0.86)} ${n(x)} ${n(y - u * 0.86)}C${n(x - Number(u))} ${n(y - u * 0.86)} ${n(x - u * 1.1)} ${n(y + u * 0.9)} ${n(x)} ${n(y + u * 1.22)}L${n(x)} ${n(y + u * 2.2)}Q${n(x - u * 0.9)} ${n(y + u * 2.3)} ${n(x - u * 1.12)} ${n(y + u * 1.4)}Z`,
          colour,
        ) +
        stroke(
          `M${n(x - u * 0.9)} ${n(y + u * 1.2)}Q${n(x)} ${n(y + u * 1.9)} ${n(x + Number(u))} ${n(y + u * 1.5)}M${n(x - u * 0.6)} ${n(y - u * 1.05)}Q${n(x)} ${n(y - u * 1.3)} ${n(x + u * 0.6)} ${n(y - u * 1.05)}`,
          shade(colour, -0.06),
          u * 0.05,
        )
      );
    case 'turban':
      return (
        shape(
          `M${n(x - u * 1.12)} ${n(y - u * 0.42)}C${n(x - u * 1.6)} ${n(y - u * 2.25)} ${n(x + u * 1.6)} ${n(y - u * 2.25)} ${n(x + u * 1.12)} ${n(y - u * 0.42)}Q${n(x)} ${n(y - u * 0.98)} ${n(x - u * 1.12)} ${n(y - u * 0.42)}Z`,
          colour,
        ) +
        [0.1, 0.32, 0.54]
          .map((up) =>
            stroke(
              `M${n(x - u * 1.14)} ${n(y - u * (0.42 + up * 0.9))}Q${n(x + u * 0.1)} ${n(y - u * (0.8 + up * 1.1))} ${n(x + u * 1.14)} ${n(y - u * (0.36 + up))}`,
              shade(colour, -0.055),
              u * 0.05,
            ),
          )
          .join('')
      );
    case 'cap':
      return (
        shape(`${crown(-0.3, 1.75)}Z`, colour) +
        shape(
          `M${n(x - u * 1.1)} ${n(y - u * 0.42)}H${n(x + u * 1.1)}L${n(x + u * 1.06)} ${n(y - u * 0.14)}Q${n(x)} ${n(y - u * 0.34)} ${n(x - u * 1.06)} ${n(y - u * 0.14)}Z`,
          shade(colour, -0.05),
        ) +
        circle(x, y - u * 1.42, u * 0.2, light)
      );
    case 'fade':
      return shape(
        `${crown(-0.35, 1.6)}Q${n(x + u * 0.9)} ${n(y - u * 0.8)} ${n(x)} ${n(y - u * 0.74)}Q${n(x - u * 0.9)} ${n(y - u * 0.8)} ${n(x - u * 1.04)} ${n(y - u * 0.35)}Z`,
        colour,
      );
    case 'curls':
      return times(9, (index) =>
        circle(
          x - u * 0.84 + index * u * 0.21,
          y - u * (0.78 + 0.22 * Math.sin(index * 0.39)),
          u * 0.25,
          index % 2 ? colour : light,
        ),
      );
    case 'bob':
      return (
        shape(
          `${crown(0.1, 1.7)}L${n(x + u * 0.92)} ${n(y - u * 0.42)}Q${n(x)} ${n(y - u * 0.52)} ${n(x - u * 0.92)} ${n(y - u * 0.42)}Z`,
          colour,
        ) +
        stroke(
          `M${n(x - u * 0.7)} ${n(y - u * 0.96)}Q${n(x)} ${n(y - u * 1.2)} ${n(x + u * 0.6)} ${n(y - u * 0.98)}`,
          light,
          u * 0.07,
          'opacity="0.6"',
        )
      );
    case 'short':
      return shape(
        `${crown(-0.05, 1.72)}Q${n(x + u * 0.92)} ${n(y - u * 0.6)} ${n(x + u * 0.34)} ${n(y - u * 0.72)}Q${n(x - u * 0.3)} ${n(y - u * 0.44)} ${n(x - u * 0.86)} ${n(y - u * 0.62)}Q${n(x - u)} ${n(y - u * 0.4)} ${n(x - u * 1.04)} ${n(y - u * 0.05)}Z`,
        colour,
      );
    default:
      return (
        shape(
          `${crown(0.15, 1.68)}Q${n(x + u * 0.98)} ${n(y - u * 0.5)} ${n(x + u * 0.2)} ${n(y - u * 0.94)}Q${n(x - u * 0.5)} ${n(y - u * 0.5)} ${n(x - u * 1.04)} ${n(y + u * 0.15)}Z`,
          colour,
        ) +
        stroke(
          `M${n(x + u * 0.2)} ${n(y - u * 0.96)}Q${n(x + u * 0.7)} ${n(y - u * 0.86)} ${n(x + u * 0.9)} ${n(y - u * 0.4)}`,
          light,
          u * 0.06,
          'opacity="0.6"',
        )
      );
  }
}

function face(look: Look, r: Random, x: number, y: number, u: number): string {
  const { skin, colour } = look;
  const covered = look.hair === 'scarf' || look.hair === 'turban' || look.hair === 'cap' || look.hair === 'bald';
  const brow = covered ? '#2b1d14' : shade(colour, colour > '#999999' ? -0.25 : -0.02);
  const ears =
    look.hair === 'scarf'
      ? ''
      : [-1, 1]
          .map((side) => ellipse(x + side * u * 0.99, y + u * 0.1, u * 0.17, u * 0.25, shade(skin, -0.03)))
          .join('');
  const rings = look.earrings
    ? [-1, 1].map((side) => circle(x + side * u * 1.02, y + u * 0.42, u * 0.09, '#f2c14e')).join('')
    : '';
  const head = shape(
    `M${n(x - u * 0.96)} ${n(y - u * 0.2)}C${n(x - u * 0.96)} ${n(y - u * 1.5)} ${n(x + u * 0.96)} ${n(y - u * 1.5)} ${n(x + u * 0.96)} ${n(y - u * 0.2)}C${n(x + u * 0.98)} ${n(y + u * 0.8)} ${n(x + u * 0.5)} ${n(y + u * 1.22)} ${n(x)} ${n(y + u * 1.22)}C${n(x - u * 0.5)} ${n(y + u * 1.22)} ${n(x - u * 0.98)} ${n(y + u * 0.8)} ${n(x - u * 0.96)} ${n(y - u * 0.2)}Z`,
    skin,
  );
  const eyes = [-1, 1]
    .map(
      (side) =>
        ellipse(x + side * u * 0.39, y, u * 0.1, u * 0.125, '#2a1a12') +
        circle(x + side * u * 0.39 + u * 0.035, y - u * 0.045, u * 0.034, '#ffffff') +
        stroke(
          `M${n(x + side * u * 0.2)} ${n(y - u * 0.27)}q${n(side * u * 0.18)} ${n(-u * 0.14)} ${n(side * u * 0.38)} ${n(u * 0.02)}`,
          brow,
          u * 0.085,
        ),
    )
    .join('');
  const nose = stroke(
    `M${n(x - u * 0.02)} ${n(y + u * 0.06)}q${n(u * 0.16)} ${n(u * 0.26)} ${n(-u * 0.06)} ${n(u * 0.3)}`,
    shade(skin, -0.12),
    u * 0.06,
  );
  const cheeks = [-1, 1]
    .map((side) =>
      ellipse(x + side * u * 0.58, y + u * 0.4, u * 0.2, u * 0.13, mix(skin, '#e5636f', 0.4), 'opacity="0.5"'),
    )
    .join('');
  const mouth = r.chance(0.55)
    ? shape(
        `M${n(x - u * 0.34)} ${n(y + u * 0.58)}Q${n(x)} ${n(y + u * 0.68)} ${n(x + u * 0.34)} ${n(y + u * 0.58)}Q${n(x + u * 0.24)} ${n(y + u * 0.94)} ${n(x)} ${n(y + u * 0.94)}Q${n(x - u * 0.24)} ${n(y + u * 0.94)} ${n(x - u * 0.34)} ${n(y + u * 0.58)}Z`,
        '#fffaf5',
        `stroke="${shade(skin, -0.25)}" stroke-width="${n(u * 0.05)}"`,
      )
    : stroke(
        `M${n(x - u * 0.3)} ${n(y + u * 0.64)}Q${n(x + u * 0.05)} ${n(y + u * 0.86)} ${n(x + u * 0.34)} ${n(y + u * 0.58)}`,
        mix(shade(skin, -0.25), '#a33b3b', 0.5),
        u * 0.075,
      );
  const freckles = look.freckles
    ? times(12, (index) =>
        circle(
          x + (index % 2 ? 1 : -1) * u * r.range(0.3, 0.72),
          y + u * r.range(0.22, 0.5),
          u * 0.026,
          shade(skin, -0.13),
        ),
      )
    : '';
  const hairTone = covered && look.hair !== 'bald' ? '#2b1d14' : colour;
  const beards = {
    full: shape(
      `M${n(x - u * 0.96)} ${n(y + u * 0.1)}C${n(x - u * 0.98)} ${n(y + u * 1.2)} ${n(x - u * 0.5)} ${n(y + u * 1.55)} ${n(x)} ${n(y + u * 1.55)}C${n(x + u * 0.5)} ${n(y + u * 1.55)} ${n(x + u * 0.98)} ${n(y + u * 1.2)} ${n(x + u * 0.96)} ${n(y + u * 0.1)}Q${n(x + u * 0.8)} ${n(y + u * 0.62)} ${n(x + u * 0.4)} ${n(y + u * 0.48)}Q${n(x)} ${n(y + u * 0.36)} ${n(x - u * 0.4)} ${n(y + u * 0.48)}Q${n(x - u * 0.8)} ${n(y + u * 0.62)} ${n(x - u * 0.96)} ${n(y + u * 0.1)}Z`,
      hairTone,
    ),
    moustache: shape(
      `M${n(x)} ${n(y + u * 0.44)}Q${n(x + u * 0.36)} ${n(y + u * 0.36)} ${n(x + u * 0.5)} ${n(y + u * 0.62)}Q${n(x + u * 0.2)} ${n(y + u * 0.66)} ${n(x)} ${n(y + u * 0.56)}Q${n(x - u * 0.2)} ${n(y + u * 0.66)} ${n(x - u * 0.5)} ${n(y + u * 0.62)}Q${n(x - u * 0.36)} ${n(y + u * 0.36)} ${n(x)} ${n(y + u * 0.44)}Z`,
      hairTone,
    ),
    stubble: ellipse(x, y + u * 0.78, u * 0.72, u * 0.44, hairTone, 'opacity="0.2"'),
  };
  const beard = look.beard ? beards[look.beard] : '';
  const frame = (side: number) =>
    look.glasses === 'round'
      ? circle(
          x + side * u * 0.4,
          y + u * 0.02,
          u * 0.31,
          '#ffffff',
          `fill-opacity="0.16" stroke="#2b2420" stroke-width="${n(u * 0.06)}"`,
        )
      : rect(
          x + side * u * 0.42 - u * 0.32,
          y - u * 0.22,
          u * 0.64,
          u * 0.46,
          '#ffffff',
          `rx="${n(u * 0.1)}" fill-opacity="0.16" stroke="#3a2a24" stroke-width="${n(u * 0.07)}"`,
        );
  const glasses = look.glasses
    ? frame(-1) +
      frame(1) +
      stroke(
        `M${n(x - u * 0.1)} ${n(y)}q${n(u * 0.1)} ${n(-u * 0.08)} ${n(u * 0.2)} 0M${n(x - u * 0.72)} ${n(y - u * 0.04)}H${n(x - u * 0.96)}M${n(x + u * 0.72)} ${n(y - u * 0.04)}H${n(x + u * 0.96)}`,
        '#2b2420',
        u * 0.055,
      )
    : '';
  return ears + rings + head + cheeks + freckles + beard + eyes + nose + mouth + glasses;
}

/** A drawn portrait, meant for a square. */
export function portrait(look: Look): Scene {
  return (r, size) => {
    const [x, y, u] = [size * 0.5, size * 0.47, size * 0.205];
    const neck = rect(x - u * 0.4, y + u * 0.7, u * 0.8, u * 1.2, shade(look.skin, -0.055), `rx="${n(u * 0.2)}"`);
    const shirt = shape(
      `M${n(x - u * 2.2)} ${size}V${n(y + u * 2.6)}Q${n(x - u * 2)} ${n(y + u * 1.75)} ${n(x - u * 0.62)} ${n(y + u * 1.52)}Q${n(x)} ${n(y + u * 2.1)} ${n(x + u * 0.62)} ${n(y + u * 1.52)}Q${n(x + u * 2)} ${n(y + u * 1.75)} ${n(x + u * 2.2)} ${n(y + u * 2.6)}V${size}Z`,
      look.shirt,
    );
    const seam = stroke(
      `M${n(x - u * 0.68)} ${n(y + u * 1.54)}Q${n(x)} ${n(y + u * 2.2)} ${n(x + u * 0.68)} ${n(y + u * 1.54)}`,
      shade(look.shirt, 0.09),
      u * 0.1,
    );
    return (
      backdrop(look, r, size) +
      group(hairBehind(look, x, y, u) + neck + shirt + seam + face(look, r, x, y, u) + hairBefore(look, x, y, u))
    );
  };
}
