/** Food on plates and in bowls, seen from above. The first colour is that of the food, the second its accent. */
import { box, chance, circle, ellipse, leaf, line, path, shadow, strewn, turned } from './ink.ts';

export type Drawing = (colours: readonly string[], name: string) => string;

const cx = 160;
const cy = 96;
const plate = shadow(cx, cy + 8, 84, 80) + circle(cx, cy, 80, '#ffffff') + circle(cx, cy, 61, '#f3f1ec');
const lemon = (x: number, y: number): string =>
  circle(x, y, 12, '#f2d35e') + circle(x, y, 9, '#f9eaa2') + line(`M${x - 8} ${y}h16M${x} ${y - 8}v16`, '#f2d35e', 1.6);

const bowl = (rim: string, filling: string): string =>
  shadow(cx, cy + 8, 80, 76) + circle(cx, cy, 77, rim) + circle(cx, cy, 64, filling);

/** A mound of rice with pieces in it. */
export const rice: Drawing = ([grain = '#f4e6bf', bits = '#d9734e'], name) => {
  const next = chance(name);
  const mound = circle(cx, cy, 50, grain);
  const grains = strewn(next, 70, [cx, cy, 46], (x, y, a) =>
    turned(a, x, y, ellipse(x, y, 4, 1.6, '#fffdf4', 'opacity=".8"')),
  );
  const pieces = strewn(next, 15, [cx, cy, 40], (x, y, a) => turned(a, x, y, box(x - 6, y - 4, 12, 8, 3, bits)));
  return plate + mound + grains + pieces + strewn(next, 7, [cx, cy, 38], (x, y, a) => leaf(x, y, a, 6));
};

/** Long noodles in loops. */
export const noodles: Drawing = ([strand = '#e8b860', bits = '#c8553d'], name) => {
  const next = chance(name);
  let loops = circle(cx, cy, 50, strand, 'opacity=".55"');
  for (let i = 0; i < 24; i++) {
    const r = 12 + next() * 36;
    const start = next() * 360;
    const shade = i % 3 === 0 ? '#fff6dd' : strand;
    loops += turned(
      start,
      cx,
      cy,
      line(`M${cx - r} ${cy} a${r} ${r * 0.8} 0 0 1 ${r * 1.7} ${-r * 0.3}`, shade, 4, 'opacity=".9"'),
    );
  }
  const pieces = strewn(next, 9, [cx, cy, 36], (x, y, a) => turned(a, x, y, box(x - 8, y - 4, 16, 8, 4, bits)));
  return plate + loops + pieces + strewn(next, 8, [cx, cy, 40], (x, y, a) => leaf(x, y, a, 7));
};

/** A curry or soup in a bowl. */
export const curry: Drawing = ([sauce = '#d98a3a', bits = '#8d4a25', rim = '#fbfaf7'], name) => {
  const next = chance(name);
  const swirl = line(`M${cx - 34} ${cy + 6} q20 -30 40 -8 t30 -6`, '#fff3da', 5, 'opacity=".7"');
  const pieces = strewn(next, 9, [cx, cy, 44], (x, y, a) => turned(a, x, y, box(x - 11, y - 7, 22, 14, 6, bits)));
  return bowl(rim, sauce) + pieces + swirl + strewn(next, 9, [cx, cy, 46], (x, y, a) => leaf(x, y, a, 7));
};

/** Small round bites. */
export const bites: Drawing = ([crust = '#d7a15b', dark = '#b37a3a'], name) => {
  const next = chance(name);
  const spots = [
    [-30, -20],
    [6, -32],
    [34, -6],
    [-34, 16],
    [2, 4],
    [24, 30],
    [-8, 36],
  ] as const;
  const ball = (x: number, y: number): string =>
    shadow(x + 2, y + 4, 19, 17) +
    circle(x, y, 18, crust) +
    circle(x - 5, y - 6, 7, '#fff', 'opacity=".25"') +
    strewn(next, 6, [x, y, 13], (a, b) => circle(a, b, 1.6, dark));
  return plate + spots.map(([x, y]) => ball(cx + x, cy + y)).join('');
};

/** Filled triangles. */
export const triangles: Drawing = ([crust = '#dba75f', edge = '#b9803d']) => {
  const one = (x: number, y: number, a: number): string =>
    turned(
      a,
      x,
      y,
      path(`M${x} ${y - 24} l26 42 q-26 10 -52 0z`, crust, `stroke="${edge}" stroke-width="3" stroke-linejoin="round"`),
    );
  return (
    plate +
    one(cx - 24, cy - 6, -14) +
    one(cx + 24, cy - 10, 16) +
    one(cx, cy + 20, 2) +
    leaf(cx + 40, cy + 34, -30, 11)
  );
};

/** Flat round bread or pancakes in a pile, with something on top. */
export const flat: Drawing = ([dough = '#ecd3a0', top = '#c98b4b'], name) => {
  const next = chance(name);
  const pile = [10, 5, 0]
    .map((d) => circle(cx + d / 2, cy + d, 48, dough, 'stroke="#c9a566" stroke-width="2"'))
    .join('');
  return (
    plate +
    pile +
    strewn(next, 16, [cx, cy, 40], (x, y) => ellipse(x, y, 5, 4, top, 'opacity=".6"')) +
    box(cx - 12, cy - 10, 24, 20, 4, '#f7e08a')
  );
};

/** A shredded salad heap with flat bread beside it. */
export const heap: Drawing = ([base = '#e9dcc4', bits = '#c96f4a'], name) => {
  const next = chance(name);
  const bread = circle(cx + 26, cy + 18, 36, '#ecd3a0', 'stroke="#c9a566" stroke-width="2"');
  const shreds = strewn(next, 90, [cx - 14, cy - 8, 38], (x, y, a) =>
    turned(a, x, y, box(x - 6, y - 1.5, 12, 3, 1.5, next() > 0.35 ? base : bits)),
  );
  return (
    plate +
    bread +
    circle(cx - 14, cy - 8, 38, '#f7f0e2') +
    shreds +
    strewn(next, 6, [cx - 14, cy - 8, 28], (x, y, a) => leaf(x, y, a, 6)) +
    lemon(cx + 36, cy - 34)
  );
};

/** A whole fish. */
export const fish: Drawing = ([skin = '#9fb4b8', mark = '#5d757b']) =>
  plate +
  turned(
    -12,
    cx,
    cy,
    path(`M${cx - 60} ${cy} q44 -46 96 -6 l24 -18 q-6 24 0 44 l-24 -16 q-52 38 -96 -4z`, skin) +
      line(`M${cx - 22} ${cy - 14} l12 26 M${cx + 2} ${cy - 18} l10 30 M${cx + 24} ${cy - 12} l8 22`, mark, 4) +
      circle(cx - 42, cy - 3, 4, '#22343a'),
  ) +
  lemon(cx - 28, cy + 40) +
  lemon(cx + 8, cy + 46) +
  leaf(cx + 38, cy + 34, -20, 13) +
  leaf(cx + 30, cy + 42, 20, 11);

/** Cuts of meat or fish from the grill, with its marks. */
export const grilled: Drawing = ([meat = '#a6603a', mark = '#6d3a22', side = '#e9c46a'], name) => {
  const next = chance(name);
  const cut = (x: number, y: number, a: number): string =>
    turned(
      a,
      x,
      y,
      box(x - 34, y - 17, 68, 34, 16, meat) +
        line(`M${x - 20} ${y - 13}l10 26M${x - 2} ${y - 15}l10 30M${x + 16} ${y - 13}l8 24`, mark, 4.5),
    );
  return (
    plate +
    cut(cx - 6, cy - 22, -10) +
    cut(cx - 2, cy + 14, 8) +
    strewn(next, 9, [cx + 34, cy + 26, 20], (x, y, a) => turned(a, x, y, box(x - 10, y - 3, 20, 6, 2, side))) +
    leaf(cx - 40, cy + 32, 20, 13) +
    leaf(cx - 32, cy + 40, -10, 11)
  );
};

/** Skewers side by side. */
export const skewers: Drawing = ([meat = '#b06a3c', other = '#d94f3d']) => {
  const one = (y: number): string =>
    line(`M${cx - 66} ${y} h132`, '#c9a36a', 4) +
    [-44, -22, 0, 22, 44].map((x, i) => box(cx + x - 10, y - 11, 20, 22, 7, i % 2 ? other : meat)).join('');
  return plate + turned(-18, cx, cy, one(cy - 30) + one(cy) + one(cy + 30));
};

/** Eggs, sunny side up, with something beside. */
export const eggs: Drawing = ([side = '#b5563c', green = '#6f9b5a']) =>
  plate +
  path(
    `M${cx - 44} ${cy - 22} q20 -28 46 -8 q30 8 18 36 q-14 30 -44 18 q-34 -6 -20 -46z`,
    '#ffffff',
    'stroke="#e6e1d6" stroke-width="2"',
  ) +
  circle(cx - 16, cy - 4, 15, '#f3b63f') +
  circle(cx + 8, cy + 10, 14, '#f3b63f') +
  box(cx + 20, cy - 42, 34, 16, 8, side) +
  box(cx + 26, cy - 22, 32, 15, 7, side) +
  leaf(cx - 34, cy + 36, 10, 15, green);

/** Slices of bread with a topping. */
export const toast: Drawing = ([bread = '#d9a566', top = '#9fbf6b', dot = '#d94f3d'], name) => {
  const next = chance(name);
  const slice = (x: number, y: number, a: number): string =>
    turned(
      a,
      x,
      y,
      box(x - 29, y - 26, 58, 52, 15, bread) +
        box(x - 23, y - 20, 46, 40, 11, top) +
        strewn(next, 6, [x, y, 16], (px, py) => circle(px, py, 4, dot)),
    );
  return plate + slice(cx - 22, cy - 8, -12) + slice(cx + 24, cy + 12, 10);
};
