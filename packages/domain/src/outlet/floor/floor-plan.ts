/** The floor plan of an outlet: which slots are where, and in which section. Source: R23.1, docs/rules.md#floor-plan. */
import type { FieldErrors } from '../../refusal/refusal.ts';
import type { Sentence } from '../../refusal/sentence.ts';
import type { Outlet, SlotTypeName } from '../outlet.ts';
import { findSlot } from '../slot.ts';

/** Size of every plan, in units of the plan; screens scale it. */
export const planSize = { width: 1600, height: 1000 } as const;
/** Positions and sizes are multiples of it. */
export const planGrid = 8;
export const placeSizes = { min: 48, max: 400 } as const;
export const maxSeats = 30;
export const maxPlaceNameLength = 20;
export const maxSectionNameLength = 40;
export const maxPlaces = 500;
export const maxSections = 40;

export const placeShapes = ['Square', 'Round', 'Rectangle', 'Bar'] as const;
export type PlaceShape = (typeof placeShapes)[number];

/** Degrees. */
export const placeRotations = [0, 45, 90, 135] as const;
export type PlaceRotation = (typeof placeRotations)[number];

/** A part of the floor. Its id is unique in the plan. */
export interface Section {
  readonly id: number;
  readonly name: string;
  /** Who serves it; absent: who checks in. */
  readonly waiterId?: number | undefined;
  /** Name of that person, as the server reads it; a save does not send it. */
  readonly waiterName?: string | undefined;
}

/** A slot with a position: the top left corner of its box before it is rotated. */
export interface Place {
  readonly type: SlotTypeName;
  readonly slot: string;
  /** '' for the name of the slot. */
  readonly name: string;
  /** 0 for none. */
  readonly sectionId: number;
  readonly seats: number;
  readonly shape: PlaceShape;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: PlaceRotation;
}

export interface FloorPlan {
  /** 0 while nobody drew a plan; one more with each change. */
  readonly version: number;
  readonly sections: readonly Section[];
  readonly places: readonly Place[];
}

/** Returns the identity of a slot: 'Table 5'. */
export const slotIdentity = ({ type, slot }: Pick<Place, 'type' | 'slot'>): string => `${type} ${slot}`;

const sameName = (name: string): string => name.trim().toLocaleLowerCase('en');

/** Returns the indexes of values that repeat an earlier one; empty values may repeat. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (value !== '' && values.indexOf(value) < index ? [index] : []));
}

/** Returns what is wrong with a plan, by field (`places.3.name`): slots that are unknown or twice, names that are twice, sections that are not there. */
export function floorProblems(
  { sections, places }: Omit<FloorPlan, 'version'>,
  outlet: Pick<Outlet, 'slotTypes'>,
): FieldErrors {
  const errors: Record<string, Sentence> = {};
  for (const index of repeated(sections.map(({ name }) => sameName(name))))
    errors[`sections.${index}.name`] = 'Another section has this name';
  for (const index of repeated(sections.map(({ id }) => String(id))))
    errors[`sections.${index}.id`] = 'Another section has this name';
  for (const index of repeated(places.map(({ name }) => sameName(name))))
    errors[`places.${index}.name`] = 'Another place has this name';
  for (const index of repeated(places.map(slotIdentity)))
    errors[`places.${index}.slot`] = 'This slot is on the plan twice';
  const known = new Set(sections.map(({ id }) => id));
  for (const [index, place] of places.entries()) {
    if (!findSlot(outlet, place.type, place.slot).ok)
      errors[`places.${index}.slot`] = 'The outlet does not have this slot';
    if (place.sectionId !== 0 && !known.has(place.sectionId)) errors[`places.${index}.sectionId`] = 'Section not found';
    if (place.x + place.width > planSize.width || place.y + place.height > planSize.height)
      errors[`places.${index}.x`] = 'This place is outside the plan';
  }
  return errors;
}

const onGrid = (n: number): number => Math.round(n / planGrid) * planGrid;
const within = (n: number, min: number, max: number): number => Math.min(Math.max(onGrid(n), min), max);

/** Returns a place at another position: on the grid, and inside the plan. */
export function placeAt(place: Place, x: number, y: number): Place {
  const { width, height } = place;
  return { ...place, x: within(x, 0, planSize.width - width), y: within(y, 0, planSize.height - height) };
}

/** Returns a place in another size: on the grid, within the limits, and inside the plan. */
export function placeSized(place: Place, width: number, height: number): Place {
  const { min, max } = placeSizes;
  return {
    ...place,
    width: within(width, min, Math.min(max, planSize.width - place.x)),
    height: within(height, min, Math.min(max, planSize.height - place.y)),
  };
}

/** Returns a place that is turned to the next rotation. */
export function placeRotated(place: Place): Place {
  const next = (placeRotations.indexOf(place.rotation) + 1) % placeRotations.length;
  return { ...place, rotation: placeRotations[next] ?? 0 };
}

type Box = Pick<Place, 'x' | 'y' | 'width' | 'height'>;

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the slots whose places overlap another one; the rotation is not counted. */
export function overlapping(places: readonly Place[]): ReadonlySet<string> {
  const found = places.filter((one) => places.some((other) => other !== one && overlap(one, other)));
  return new Set(found.map(slotIdentity));
}

const newSize = 112;
const step = 144;
const margin = 24;

/** Returns a new place of a slot where the plan is free, row by row; in the corner when it is full. */
export function newPlace(type: SlotTypeName, slot: string, places: readonly Place[]): Place {
  const box = { width: newSize, height: newSize };
  const look = { name: '', sectionId: 0, seats: 4, shape: 'Square', rotation: 0 } as const;
  for (let y = margin; y + newSize <= planSize.height; y += step)
    for (let x = margin; x + newSize <= planSize.width; x += step)
      if (!places.some((one) => overlap(one, { x, y, ...box }))) return { type, slot, ...look, x, y, ...box };
  return { type, slot, ...look, x: 0, y: 0, ...box };
}
