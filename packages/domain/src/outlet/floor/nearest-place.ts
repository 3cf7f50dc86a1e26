/** Which place an arrow key leads to. Source: R23.4, docs/rules.md#floor-plan. */
import type { Place } from './floor-plan.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

type Box = Pick<Place, 'x' | 'y' | 'width' | 'height'>;

/** A place beside the direct line counts as this many times farther away. */
const asideWeight = 2;

/** Returns the place that is nearest to another one in a direction, or undefined at the edge. */
export function nearestPlace<P extends Box>(places: readonly P[], from: P, direction: Direction): P | undefined {
  let best: { place: P; distance: number } | undefined;
  for (const place of places) {
    if (place === from) continue;
    const right = place.x + place.width / 2 - (from.x + from.width / 2);
    const down = place.y + place.height / 2 - (from.y + from.height / 2);
    const isSideways = direction === 'left' || direction === 'right';
    const ahead = (isSideways ? right : down) * (direction === 'left' || direction === 'up' ? -1 : 1);
    const aside = Math.abs(isSideways ? down : right);
    if (ahead <= 0 || aside > ahead * asideWeight) continue;
    const distance = ahead + aside * asideWeight;
    if (!best || distance < best.distance) best = { place, distance };
  }
  return best?.place;
}
