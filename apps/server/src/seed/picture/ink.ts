/** Shapes of the demo menu's pictures as SVG text, and random numbers that are the same each time. */

export const width = 320;
export const height = 192;

/** Returns a source of numbers from 0 to 1, the same for the same name. */
export function chance(name: string): () => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    state ^= state >>> 16;
    return (state >>> 0) / 4294967296;
  };
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;

export const circle = (cx: number, cy: number, r: number, fill: string, more = ''): string =>
  ellipse(cx, cy, r, r, fill, more);

export const box = (x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, stroke: string, thickness: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(thickness)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const turned = (degrees: number, cx: number, cy: number, inner: string): string =>
  `<g transform="rotate(${n(degrees)} ${n(cx)} ${n(cy)})">${inner}</g>`;

/** A soft dark patch below an object. */
export const shadow = (cx: number, cy: number, rx: number, ry: number): string =>
  ellipse(cx, cy, rx, ry, '#1b2a30', 'opacity=".13"');

/** Objects scattered within a circle. */
export function strewn(
  next: () => number,
  count: number,
  [cx, cy, r]: readonly [number, number, number],
  draw: (x: number, y: number, angle: number) => string,
): string {
  let out = '';
  for (let i = 0; i < count; i++) {
    const angle = next() * Math.PI * 2;
    const far = Math.sqrt(next()) * r;
    out += draw(cx + Math.cos(angle) * far, cy + Math.sin(angle) * far, next() * 360);
  }
  return out;
}

/** A green leaf. */
export const leaf = (x: number, y: number, angle: number, size: number, fill = '#6f9b5a'): string =>
  turned(
    angle,
    x,
    y,
    path(
      `M${n(x - size)} ${n(y)} q${n(size)} ${n(-size * 0.9)} ${n(size * 2)} 0 q${n(-size)} ${n(size * 0.9)} ${n(-size * 2)} 0z`,
      fill,
    ),
  );
