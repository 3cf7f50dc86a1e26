/**
 * The fields that a response must have before a till treats a sent entry as done. They are the part of the contract's responses that every
 * release has: a server of another release may leave out or add other fields. They are checked without schemas, which a till does not need
 * otherwise. Source: R35.81.
 */
import { slotTypeNames } from '../outlet/outlet.ts';

/** A bill in the response to check-in, save, payment and void. */
export interface TakenBill {
  readonly id: number | null;
  readonly key: string;
  readonly version: number;
  readonly type: string;
  readonly slot: string;
  readonly isVoid: boolean;
  readonly isOpen: boolean;
  readonly total: number;
  readonly items: readonly { readonly key: string; readonly qty: number; readonly isVoid: boolean }[];
  readonly payments: readonly { readonly key: string; readonly amount: number }[];
}

/** A shift in the response to its start and to cash put in or taken out. */
export interface TakenShift {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly isOpen: boolean;
  readonly cash: readonly { readonly key: string; readonly amount: number }[];
}

/** A record that was created with a key of the till, such as a customer. */
export interface TakenRecord {
  readonly id: number | null;
  readonly key: string;
  readonly version: number;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => Number.isFinite(value);
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isId: Check = (value) => isInteger(value) && (value as number) >= 1;
const isIdOrNull: Check = (value) => value === null || isId(value);
const isSlotType: Check = (value) => (slotTypeNames as readonly unknown[]).includes(value);

/** Returns a check that each named field of an object passes its own; other fields may have any value. */
const hasFields =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(fields).every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]));
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const record = { id: isIdOrNull, key: isText, version: isInteger };
const isBill = hasFields({
  ...record,
  type: isSlotType,
  slot: isText,
  isVoid: isFlag,
  isOpen: isFlag,
  total: isInteger,
  items: isListOf(hasFields({ key: isText, qty: isNumber, isVoid: isFlag })),
  payments: isListOf(hasFields({ key: isText, amount: isInteger })),
});
const isShift = hasFields({
  ...record,
  id: isId,
  isOpen: isFlag,
  cash: isListOf(hasFields({ key: isText, amount: isNumber })),
});
const isRecord = hasFields(record);

/** Returns the response as a bill, or null when it is none. */
export const takenBill = (answer: unknown): TakenBill | null => (isBill(answer) ? (answer as TakenBill) : null);

/** Returns the response as a shift, or null when it is none. */
export const takenShift = (answer: unknown): TakenShift | null => (isShift(answer) ? (answer as TakenShift) : null);

/** Returns the response as a record, or null when it is none. */
export const takenRecord = (answer: unknown): TakenRecord | null => (isRecord(answer) ? (answer as TakenRecord) : null);
