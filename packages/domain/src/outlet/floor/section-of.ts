/** What a check-in reads of the floor plan. It stands alone, so that the bill screen loads nothing else of plans. Source: R23.5. */
import type { FloorPlan, Place, Section } from './floor-plan.ts';

/** The plan of an outlet for which nobody drew one. */
export const noFloorPlan: FloorPlan = { version: 0, sections: [], places: [] };

/** Returns the section of a slot; undefined for a slot that is in none. */
export function sectionOf({ sections, places }: FloorPlan, of: Pick<Place, 'type' | 'slot'>): Section | undefined {
  const place = places.find(({ type, slot }) => type === of.type && slot === of.slot);
  return place && sections.find(({ id }) => id === place.sectionId);
}
