/** Goods of a shop: boxes, bags, tubes and small objects. The first colour is that of the pack, the second that of its label. */
import { box, circle, ellipse, line, path, shadow } from './ink.ts';
import type { Drawing } from './plate.ts';

const cx = 160;
const floor = 168;

/** A box, seen a little from the side. */
export const carton: Drawing = ([body = '#d9a15b', label = '#ffffff', mark = '#2f7f86']) =>
  shadow(cx + 4, floor, 66, 8) +
  path(`M${cx + 36} 40 l26 -14 v118 l-26 24z`, '#000000', 'opacity=".18"') +
  path(`M${cx + 36} 40 l26 -14 v118 l-26 24z`, body, 'opacity=".75"') +
  box(cx - 58, 40, 94, 128, 3, body) +
  path(`M${cx - 58} 40 l26 -14 h94 l-26 14z`, '#ffffff', 'opacity=".35"') +
  box(cx - 46, 70, 70, 60, 6, label) +
  circle(cx - 11, 94, 14, mark) +
  box(cx - 32, 114, 42, 6, 3, mark);

/** A bag with a crimped top. */
export const bag: Drawing = ([body = '#e7b84f', label = '#ffffff', mark = '#c8553d']) =>
  shadow(cx, floor, 60, 8) +
  path(`M${cx - 52} 30 h104 q-8 64 6 134 q-58 10 -116 0 q14 -70 6 -134z`, body) +
  box(cx - 54, 24, 108, 14, 2, body) +
  line(`M${cx - 46} 31 h92`, '#ffffff', 2, 'opacity=".6"') +
  ellipse(cx, 100, 40, 30, label) +
  circle(cx - 10, 98, 11, mark) +
  circle(cx + 13, 104, 9, mark, 'opacity=".75"') +
  path(`M${cx - 40} 44 q-6 50 -2 104`, 'none', 'stroke="#ffffff" stroke-width="7" opacity=".3" stroke-linecap="round"');

/** A tube or a pump bottle. */
export const tube: Drawing = ([body = '#ffffff', label = '#e9a23b', cap = '#2f7f86']) =>
  shadow(cx, floor, 40, 7) +
  path(`M${cx - 34} 26 h68 l-6 108 h-56z`, body) +
  box(cx - 36, 20, 72, 10, 3, '#e6e1d6') +
  box(cx - 22, 134, 44, 34, 6, cap) +
  path(`M${cx - 31} 60 h62 l-3 50 h-56z`, label) +
  circle(cx, 84, 13, '#ffffff', 'opacity=".9"');

/** A folded cloth. */
export const cloth: Drawing = ([body = '#6fa8ad', stripe = '#ffffff', other = '#e9a23b']) =>
  shadow(cx, floor, 84, 8) +
  [0, 1, 2]
    .map(
      (i) =>
        box(cx - 78, 60 + i * 36, 156, 34, 12, body) +
        box(cx - 78, 70 + i * 36, 156, 6, 0, i === 1 ? other : stripe, 'opacity=".8"'),
    )
    .join('') +
  path(`M${cx - 78} 72 q-10 20 0 34`, 'none', `stroke="${body}" stroke-width="10"`);

/** A round object: a ball, a coin, a magnet. */
export const round: Drawing = ([body = '#5aa3b0', sea = '#ffffff', sun = '#f2c14e']) =>
  shadow(cx, floor, 56, 8) +
  circle(cx, 98, 68, body) +
  path(`M${cx - 66} 112 q22 -18 44 0 t44 0 t44 0 q-10 52 -66 54 q-56 -2 -66 -54z`, sea, 'opacity=".85"') +
  circle(cx + 22, 68, 16, sun) +
  circle(cx - 28, 60, 12, '#ffffff', 'opacity=".35"');

/** A card or a book. */
export const card: Drawing = ([body = '#f6f1e6', picture = '#5aa3b0', mark = '#e9a23b']) =>
  shadow(cx, floor, 72, 8) +
  `<g transform="rotate(-6 160 96)">${box(cx - 70, 34, 140, 118, 6, body)}${box(cx - 60, 44, 120, 72, 3, picture)}${path(`M${cx - 60} 116 l36 -40 l26 24 l22 -30 l36 46z`, '#2f6f73', 'opacity=".85"')}${circle(cx + 34, 62, 11, mark)}${box(cx - 60, 126, 64, 6, 3, '#b9b2a3')}</g>`;
