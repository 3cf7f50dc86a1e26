/** The floor plan as tills read it and Settings writes it. Source: R23.1, R23.2. */
import * as z from 'zod/mini';
import {
  maxPlaceNameLength,
  maxPlaces,
  maxSeats,
  maxSectionNameLength,
  maxSections,
  placeRotations,
  placeShapes,
  placeSizes,
  planGrid,
  planSize,
} from '../../outlet/floor/floor-plan.ts';
import { slotTypeNames } from '../../outlet/outlet.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { foreignId, id, nameText, plainName, text } from '../platform/shape.ts';

const onGrid = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max), z.multipleOf(planGrid));

const section = z.object({ id, name: nameText(1, maxSectionNameLength), waiterId: z.optional(id) });

const place = z.object({
  type: z.enum(slotTypeNames),
  slot: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
  name: text(maxPlaceNameLength).check(z.trim(), plainName),
  sectionId: foreignId,
  seats: z.int().check(z.minimum(1), z.maximum(maxSeats)),
  shape: z.enum(placeShapes),
  x: onGrid(0, planSize.width),
  y: onGrid(0, planSize.height),
  width: onGrid(placeSizes.min, placeSizes.max),
  height: onGrid(placeSizes.min, placeSizes.max),
  rotation: z.literal(placeRotations),
});

const layout = {
  version: z.int().check(z.minimum(0)),
  sections: z.array(section).check(z.maxLength(maxSections)),
  places: z.array(place).check(z.maxLength(maxPlaces)),
};

const floorLayout = z.object(layout);

/** As tills read it: with the names of the waiters, of those who still work here. */
export const floorPlan = z.object({
  ...layout,
  sections: z.array(z.extend(section, { waiterName: z.optional(z.string()) })),
});

export const getFloor = defineEndpoint({
  key: 'floor.get',
  method: 'GET',
  path: '/bis/floor',
  summary: 'Returns the floor plan of the outlet, version 0 while nobody drew one; 304 when unchanged (ETag)',
  access: { who: 'member' },
  answer: floorPlan,
  refusals: [],
});

export const saveFloor = defineEndpoint({
  key: 'floor.save',
  method: 'PUT',
  path: '/bis/floor/layout',
  summary:
    'Writes the whole floor plan in place of the version that the caller saw; the same plan again changes nothing',
  access: { who: 'member', anyOf: ['settings.manage'] },
  body: floorLayout,
  answer: floorPlan,
  refusals: ['invalid', 'floorChanged'],
});
