/** The square that is cut out of a picture. */

export interface Crop {
  /** 1 is the largest square; 3 shows a third of it. */
  readonly zoom: number;
  /** Centre of the square, as a fraction (0…1) of width and height. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const firstCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** Returns the crop after a drag by fractions of the square's side; it stays inside the picture. */
export function moveCrop(crop: Crop, image: Size, by: { readonly x: number; readonly y: number }): Crop {
  const side = sideOf(image, crop);
  const within = (at: number, length: number): number => {
    const half = side / 2 / length;
    return Math.min(1 - half, Math.max(half, at));
  };
  return {
    ...crop,
    x: within(crop.x - (by.x * side) / image.width, image.width),
    y: within(crop.y - (by.y * side) / image.height, image.height),
  };
}

/** Returns the square in pixels of the picture. */
export function cropSquare(
  image: Size,
  crop: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
  const side = sideOf(image, crop);
  return { left: crop.x * image.width - side / 2, top: crop.y * image.height - side / 2, side };
}

/** Draws the square onto a canvas with the given side in pixels. */
export function drawCrop(
  to: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  image: ImageBitmap,
  crop: Crop,
  pixels: number,
): void {
  if (!to) return;
  const { left, top, side } = cropSquare(image, crop);
  to.clearRect(0, 0, pixels, pixels);
  to.drawImage(image, left, top, side, side, 0, 0, pixels, pixels);
}
