/** Renders lines as dots for a thermal print head: one bit each, black is 1. */
import { createCanvas } from '@napi-rs/canvas';
import type { Line } from '../document/flow.ts';
import { lineHeight, paintLine } from './paint.ts';

export interface Raster {
  readonly bytesPerRow: number;
  readonly rows: number;
  readonly bits: Uint8Array;
}

/** Dots in the width of a column on every common head: 384 for 32 columns, 504 for 42, 576 for 48. */
const dotsPerColumn = 12;

/** Draws one line for a head of that many columns. */
export function rasterLine(line: Line, columns: number): Raster {
  const width = columns * dotsPerColumn;
  const rows = Math.ceil((lineHeight(line, columns) * dotsPerColumn) / 8) * 8;
  const canvas = createCanvas(width, rows);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#fff';
  ctx.fillRect(0, 0, width, rows);
  paintLine(ctx, line, 0, 0, dotsPerColumn, columns);
  const { data } = ctx.getImageData(0, 0, width, rows);
  const bits = new Uint8Array((width / 8) * rows);
  // Black on white: one colour channel is enough.
  for (let dot = 0; dot < width * rows; dot++) {
    if ((data[dot * 4] as number) < 140) (bits[dot >> 3] as number) |= 0x80 >> (dot & 7);
  }
  return { bytesPerRow: width / 8, rows, bits: defuse(bits) };
}

/**
 * Flips one dot wherever picture data would contain a real-time command (DLE EOT, ENQ or DC4): printers obey those even inside a picture,
 * and one of them opens the cash drawer.
 */
export function defuse(bits: Uint8Array): Uint8Array {
  for (let at = 1; at < bits.length; at++) {
    const byte = bits[at] ?? 0;
    if (bits[at - 1] === 0x10 && (byte === 0x04 || byte === 0x05 || byte === 0x14)) bits[at] = byte ^ 0x80;
  }
  return bits;
}

/** Returns the print command for a picture: GS v 0, 24 rows at a time, because printers have small buffers. */
export function rasterCommand(raster: Raster): Uint8Array {
  const { bytesPerRow, rows, bits } = raster;
  const parts: Uint8Array[] = [];
  for (let row = 0; row < rows; row += 24) {
    const count = Math.min(24, rows - row);
    parts.push(Uint8Array.of(0x1d, 0x76, 0x30, 0, bytesPerRow & 255, bytesPerRow >> 8, count & 255, count >> 8));
    parts.push(bits.subarray(row * bytesPerRow, (row + count) * bytesPerRow));
  }
  return Buffer.concat(parts);
}
