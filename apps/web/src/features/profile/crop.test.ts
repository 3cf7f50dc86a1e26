import { describe, expect, it } from 'vitest';
import { cropSquare, firstCrop, moveCrop } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('crop of a picture', () => {
  it('[R8.1] starts with the largest square in the middle', () => {
    expect(cropSquare(wide, firstCrop)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it('[R8.1] moves the crop against the drag and keeps it inside the picture', () => {
    expect(cropSquare(wide, moveCrop(firstCrop, wide, { x: 0.25, y: 0 })).left).toBe(50);
    expect(cropSquare(wide, moveCrop(firstCrop, wide, { x: 9, y: 9 }))).toEqual({ left: 0, top: 0, side: 200 });
    expect(cropSquare(wide, moveCrop(firstCrop, wide, { x: -9, y: -9 })).left).toBe(200);
  });

  it('[R8.1] makes the crop smaller when zoomed in, and moves it back inside when zoomed out at the edge', () => {
    const edge = moveCrop({ ...firstCrop, zoom: 2 }, wide, { x: -9, y: -9 });
    expect(cropSquare(wide, edge)).toEqual({ left: 300, top: 100, side: 100 });
    expect(cropSquare(wide, moveCrop({ ...edge, zoom: 1 }, wide, { x: 0, y: 0 }))).toEqual({
      left: 200,
      top: 0,
      side: 200,
    });
  });
});
