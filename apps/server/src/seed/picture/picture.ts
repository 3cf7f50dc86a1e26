/** Draws the pictures of the demo menus: calm and distinct, small enough for a tile. */
import sharp from 'sharp';
import * as glass from './glass.ts';
import { circle, height, width } from './ink.ts';
import * as pack from './pack.ts';
import * as plate from './plate.ts';

export const drawings = { ...plate, ...glass, ...pack } as const;
export type DrawingName = keyof typeof drawings;

export interface PictureWish {
  readonly drawing: DrawingName;
  readonly colours: readonly string[];
  /** The soft background colour. */
  readonly ground: string;
}

/** Returns the picture of an item as SVG. */
export function pictureSvg(name: string, { drawing, colours, ground }: PictureWish): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${circle(250, 20, 150, '#ffffff', 'opacity=".22"')}${circle(40, 190, 110, '#ffffff', 'opacity=".16"')}${drawings[drawing](colours, name)}</svg>`;
}

/** Returns the picture as WebP bytes. */
export function renderPicture(name: string, wish: PictureWish): Promise<Buffer> {
  return sharp(Buffer.from(pictureSvg(name, wish)))
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
