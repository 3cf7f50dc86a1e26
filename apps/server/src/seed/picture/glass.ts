/**
 * Cups, glasses, bottles and desserts, seen from the side. The first colour is that of the content, the second that of
 * its top or label.
 */
import { box, chance, circle, ellipse, leaf, line, path, shadow, strewn } from './ink.ts';
import type { Drawing } from './plate.ts';

const cx = 160;
const floor = 168;

/** A cup on its saucer. */
export const cup: Drawing = ([drink = '#6b4226', foam = '#8a5a36', china = '#ffffff']) =>
  shadow(cx, floor - 2, 84, 10) +
  ellipse(cx, floor - 10, 80, 12, china) +
  ellipse(cx, floor - 13, 56, 7, '#e9e5dc') +
  line(`M${cx + 50} 84 q36 -4 32 24 q-4 24 -40 22`, china, 9) +
  path(`M${cx - 58} 62 h116 q2 62 -28 92 h-60 q-30 -30 -28 -92z`, china) +
  path(`M${cx + 22} 62 h36 q2 62 -28 92 h-18 q18 -40 10 -92z`, '#e9e5dc', 'opacity=".6"') +
  ellipse(cx, 62, 58, 15, '#f4f1ea') +
  ellipse(cx, 63, 50, 11.5, drink) +
  ellipse(cx - 4, 62, 30, 6, foam) +
  line(`M${cx - 18} 40 q-8 -10 0 -18 M${cx + 6} 40 q-8 -12 0 -22`, '#ffffff', 4, 'opacity=".75"');

/** A tall glass with a straw. */
export const tall: Drawing = ([drink = '#f2a541', top = '#f7d08a', straw = '#e76f51'], name) => {
  const next = chance(name);
  return (
    shadow(cx, floor, 46, 8) +
    line(`M${cx + 10} 60 l22 -46`, straw, 6) +
    path(`M${cx - 42} 30 h84 l-10 138 h-64z`, '#ffffff', 'opacity=".75"') +
    path(`M${cx - 38} 50 h76 l-8.6 112 h-58.8z`, drink) +
    ellipse(cx, 50, 38, 7, top) +
    strewn(next, 7, [cx, 92, 26], (x, y) => circle(x, y, 4, '#ffffff', 'opacity=".35"')) +
    path(`M${cx - 34} 36 h12 l-7 124 h-4z`, '#ffffff', 'opacity=".35"') +
    leaf(cx - 26, 40, -30, 13)
  );
};

/** A takeaway cup with ice and a dome. */
export const iced: Drawing = ([drink = '#a9754c', cream = '#f6ead9'], name) => {
  const next = chance(name);
  return (
    shadow(cx, floor, 50, 8) +
    line(`M${cx + 6} 44 l10 -36`, '#2f6f73', 6) +
    path(`M${cx - 48} 58 q48 -56 96 0z`, '#ffffff', 'opacity=".8"') +
    box(cx - 52, 56, 104, 9, 4, '#ffffff') +
    path(`M${cx - 46} 65 h92 l-12 103 h-68z`, drink) +
    path(`M${cx - 46} 65 h92 l-3 24 q-43 18 -86 0z`, cream) +
    strewn(
      next,
      5,
      [cx, 116, 26],
      (x, y, a) =>
        `<g transform="rotate(${Math.round(a)} ${x.toFixed(1)} ${y.toFixed(1)})">${box(x - 9, y - 9, 18, 18, 4, '#ffffff', 'opacity=".38"')}</g>`,
    )
  );
};

/** A bottle with a label. */
export const bottle: Drawing = ([body = '#bfe3ea', label = '#2f7f86', cap = '#ffffff']) =>
  shadow(cx, floor, 36, 7) +
  box(cx - 11, 12, 22, 16, 4, cap) +
  path(`M${cx - 9} 28 h18 v16 q22 10 22 36 v76 q0 12 -12 12 h-38 q-12 0 -12 -12 v-76 q0 -26 22 -36z`, body) +
  box(cx - 31, 92, 62, 42, 0, label) +
  circle(cx, 113, 12, '#ffffff', 'opacity=".85"') +
  path(`M${cx - 22} 62 q4 -10 10 -12 v112 h-6 q-4 0 -4 -6z`, '#ffffff', 'opacity=".35"');

/** A can. */
export const can: Drawing = ([body = '#d94f3d', band = '#ffffff']) =>
  shadow(cx, floor, 40, 7) +
  box(cx - 35, 38, 70, 128, 12, body) +
  ellipse(cx, 40, 31, 8, '#d5dade') +
  ellipse(cx, 40, 22, 5, '#b9c1c6') +
  path(`M${cx - 35} 118 q35 -46 70 -22 v26 q-35 -20 -70 22z`, band) +
  box(cx - 28, 48, 9, 110, 4, '#ffffff', 'opacity=".28"');

/** A coconut, opened. */
export const coconut: Drawing = ([husk = '#7fa35a', flesh = '#fffdf5']) =>
  shadow(cx, floor, 66, 9) +
  line(`M${cx + 12} 58 l26 -48`, '#e76f51', 6) +
  path(`M${cx - 66} 72 q-6 96 66 96 q72 0 66 -96z`, husk) +
  ellipse(cx, 72, 66, 22, '#a9c282') +
  ellipse(cx, 72, 50, 15, flesh) +
  ellipse(cx, 74, 40, 10, '#dff0ee') +
  path(`M${cx - 50} 92 q4 46 30 62 q-34 -10 -38 -56z`, '#ffffff', 'opacity=".22"');

/** A burger. */
export const burger: Drawing = ([patty = '#7a4426', sauce = '#f3b63f'], name) => {
  const next = chance(name);
  return (
    shadow(cx, floor - 2, 84, 9) +
    path(`M${cx - 70} 140 h140 q2 26 -22 26 h-96 q-24 0 -22 -26z`, '#dd9f52') +
    box(cx - 76, 116, 152, 26, 13, patty) +
    path(`M${cx - 76} 104 h152 l-16 16 l-18 -10 l-22 20 l-26 -18 l-26 12 l-24 -14z`, sauce) +
    path(`M${cx - 80} 100 q10 -14 22 0 t24 0 t24 0 t24 0 t24 0 t24 0 l16 -4 v12 h-158z`, '#7fae57') +
    path(`M${cx - 72} 92 q4 -66 72 -66 q68 0 72 66z`, '#e3a85a') +
    path(
      `M${cx - 52} 70 q10 -30 44 -34`,
      'none',
      'stroke="#ffffff" stroke-width="6" stroke-linecap="round" opacity=".35"',
    ) +
    strewn(next, 12, [cx, 56, 40], (x, y) => ellipse(x, y * 0.6 + 26, 3.4, 2.2, '#fff3d6'))
  );
};

/** A wrap or roll, cut in two. */
export const wrap: Drawing = ([bread = '#ead2a2', fill = '#c8553d']) => {
  const half = (x: number, tilt: number): string =>
    `<g transform="rotate(${tilt} ${x} 110)">${box(x - 29, 46, 58, 116, 22, bread)}${ellipse(x, 56, 29, 16, '#f6e6c3')}${ellipse(x, 56, 22, 11, fill)}${ellipse(x - 7, 54, 8, 5, '#8fb868')}${ellipse(x + 8, 58, 6, 4, '#fff3d6')}${box(x - 29, 112, 58, 50, 14, '#ffffff', 'opacity=".85"')}</g>`;
  return shadow(cx, floor - 2, 84, 9) + half(cx - 36, -9) + half(cx + 36, 9);
};

/** Fries in their box. */
export const fries: Drawing = ([chip = '#f0c04f', pack = '#2f7f86'], name) => {
  const next = chance(name);
  let chips = '';
  for (let i = 0; i < 13; i++) {
    const x = cx - 50 + i * 8;
    chips += `<g transform="rotate(${((next() - 0.5) * 22).toFixed(0)} ${x} 110)">${box(x - 5, 30 + next() * 26, 10, 96, 3, i % 2 ? chip : '#e0a93a')}</g>`;
  }
  return (
    shadow(cx, floor, 56, 8) +
    chips +
    path(`M${cx - 62} 88 q62 30 124 0 l-14 80 h-96z`, pack) +
    circle(cx, 134, 16, '#ffffff', 'opacity=".85"')
  );
};

/** A slice of cake. */
export const cake: Drawing = ([sponge = '#e8c58f', cream = '#fff6ea', top = '#c2475b']) =>
  shadow(cx, floor - 4, 88, 10) +
  ellipse(cx, floor - 8, 88, 12, '#ffffff') +
  path(`M${cx - 66} 76 l132 -16 v88 q0 8 -8 8 h-116 q-8 0 -8 -8z`, sponge) +
  path(`M${cx - 66} 104 l132 -8 v15 l-132 6z`, cream) +
  path(`M${cx - 66} 76 q30 -44 132 -16 v15 l-132 16z`, cream) +
  circle(cx + 8, 48, 15, top) +
  leaf(cx + 20, 36, -30, 9);

/** Scoops in a bowl. */
export const scoops: Drawing = ([one = '#f3d9c0', two = '#c98a5a', three = '#9fc7a0']) =>
  shadow(cx, floor, 60, 8) +
  circle(cx - 34, 84, 33, one) +
  circle(cx + 34, 84, 33, two) +
  circle(cx, 58, 34, three) +
  circle(cx - 12, 46, 9, '#ffffff', 'opacity=".35"') +
  path(`M${cx - 76} 92 h152 q-4 50 -52 58 v8 h22 v10 h-92 v-10 h22 v-8 q-48 -8 -52 -58z`, '#ffffff', 'opacity=".92"');
