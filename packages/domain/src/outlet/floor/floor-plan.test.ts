import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  floorProblems,
  newPlace,
  overlapping,
  type Place,
  placeAt,
  placeRotated,
  placeSized,
  planSize,
  slotIdentity,
} from './floor-plan.ts';
import { nearestPlace } from './nearest-place.ts';

const outlet = { slotTypes: [{ type: 'Table', slotCount: 13, rates: [] } as const] };

/** Returns places of the first tables, drawn one after another. */
function draw(count: number): Place[] {
  const places: Place[] = [];
  for (let slot = 1; slot <= count; slot += 1) places.push(newPlace('Table', String(slot), places));
  return places;
}

describe('a floor plan', () => {
  it('[R23.1] refuses unknown slots, slots and names that are twice, and sections that are not there', () => {
    const [one, two, three] = draw(3) as [Place, Place, Place];
    const sections = [
      { id: 1, name: 'Terrace' },
      { id: 2, name: ' terrace ' },
    ];
    const places = [
      { ...one, name: 'Window' },
      { ...two, name: 'window', sectionId: 9 },
      { ...three, slot: '13' },
      { ...one, x: 1568, y: 8 },
    ];
    expect(floorProblems({ sections, places }, outlet)).toEqual({
      'sections.1.name': 'Another section has this name',
      'places.1.name': 'Another place has this name',
      'places.1.sectionId': 'Section not found',
      'places.2.slot': 'The outlet does not have this slot',
      'places.3.slot': 'This slot is on the plan twice',
      'places.3.x': 'This place is outside the plan',
    });
    expect(floorProblems({ sections: [], places: draw(12) }, outlet)).toEqual({});
  });

  it('[R23.2] draws new places where the plan is free', () => {
    const places = draw(77);
    expect(overlapping(places).size).toBe(0);
    const [first, second] = places as [Place, Place];
    expect([...overlapping([first, { ...second, x: first.x, y: first.y }])]).toEqual(['Table 1', 'Table 2']);
  });

  it('[R23.2] keeps a moved, resized or rotated place on the grid and inside the plan', () => {
    const [place] = draw(1) as [Place];
    const anywhere = fc.integer({ min: -3000, max: 3000 });
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, anywhere, (x, y, width, height) => {
        const moved = placeRotated(placeSized(placeAt(place, x, y), width, height));
        for (const n of [moved.x, moved.y, moved.width, moved.height]) expect(n % 8).toBe(0);
        expect(moved.x + moved.width).toBeLessThanOrEqual(planSize.width);
        expect(moved.y + moved.height).toBeLessThanOrEqual(planSize.height);
        expect(Math.min(moved.x, moved.y, moved.width - 48, moved.height - 48)).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(placeRotated({ ...place, rotation: 135 }).rotation).toBe(0);
  });
});

describe('the nearest place', () => {
  it('[R23.4] leads an arrow to the nearest place in its direction, and nowhere at the edge', () => {
    // Eleven in a row.
    const places = draw(12);
    const to = (slot: number, direction: Parameters<typeof nearestPlace>[2]) => {
      const found = nearestPlace(places, places[slot - 1]!, direction);
      return found && slotIdentity(found);
    };
    expect([to(1, 'right'), to(2, 'left'), to(1, 'down'), to(12, 'up')]).toEqual([
      'Table 2',
      'Table 1',
      'Table 12',
      'Table 1',
    ]);
    expect([to(1, 'left'), to(1, 'up'), to(11, 'right'), to(12, 'down')]).toEqual(Array(4).fill(undefined));
  });
});
