import { describe, expect, it } from 'vitest';
import { cropSquare, firstCrop, moveCrop } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('the square of a picture', () => {
  it('[R8.1] is the middle at first, as large as fits', () => {
    expect(cropSquare(wide, firstCrop)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('[R8.1] moves against the push, and never leaves the picture', () => {
    expect(cropSquare(wide, moveCrop(firstCrop, wide, { x: 0.25, y: 0 })).left).toBe(50);
    expect(cropSquare(wide, moveCrop(firstCrop, wide, { x: 9, y: 9 }))).toEqual({ left: 0, top: 0, side: 200 });
    expect(cropSquare(wide, moveCrop(firstCrop, wide, { x: -9, y: -9 })).left).toBe(200);
  });

  it('[R8.1] is smaller when zoomed, and comes back inside when zoomed out at the edge', () => {
    const edge = moveCrop({ ...firstCrop, zoom: 2 }, wide, { x: -9, y: -9 });
    expect(cropSquare(wide, edge)).toEqual({ left: 300, top: 100, side: 100 });
    expect(cropSquare(wide, moveCrop({ ...edge, zoom: 1 }, wide, { x: 0, y: 0 }))).toEqual({
      left: 200,
      top: 0,
      side: 200,
    });
  });
});
