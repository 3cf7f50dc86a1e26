import { type Place, planSize } from '@atoll/domain/outlet/floor/floor-plan';
import type { CSSProperties } from 'react';

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** Returns where a place is on the plan, in percent of the plan's size. */
export function placeStyle({ x, y, width, height, rotation }: Place): CSSProperties {
  return {
    left: percent(x, planSize.width),
    top: percent(y, planSize.height),
    width: percent(width, planSize.width),
    height: percent(height, planSize.height),
    ...(rotation ? { rotate: `${rotation}deg` } : {}),
  };
}

/** Returns how the words of a rotated place stay upright. */
export const uprightStyle = (rotation: number | undefined): CSSProperties =>
  rotation ? { rotate: `${-rotation}deg` } : {};
