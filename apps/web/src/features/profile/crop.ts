/** The square of a picture that is kept. */

export interface Crop {
  /** 1 shows as much as fits, 3 a third of it. */
  readonly zoom: number;
  /** Middle of the square, as a part (0…1) of width and height. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const firstCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

/** Answers the crop after the picture was pushed by parts of the square's side; it never leaves the picture. */
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

/** Answers the square in pixels of the picture. */
export function cropSquare(
  image: Size,
  crop: Crop,
): { readonly left: number; readonly top: number; readonly side: number } {
  const side = sideOf(image, crop);
  return { left: crop.x * image.width - side / 2, top: crop.y * image.height - side / 2, side };
}

/** Draws the square over a canvas of so many pixels a side. */
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
