/** What a place on the plan has room for, so that nothing in it is cut. */
import { initials } from '../../../ui/display/avatar.tsx';
import { firstLetters } from '../../../ui/display/first-letters.ts';
import type { placeWords, ShownPlace } from './place-words.ts';

/** The room for words in a place, px. */
interface PlaceBox {
  readonly width: number;
  readonly height: number;
  readonly isRound: boolean;
}

/** What is shown below the name, beside it, and in which form. */
export interface PlaceRoom {
  readonly hasState: boolean;
  /** 'small': the digits are small, so that no amount is shortened. */
  readonly amount: 'usual' | 'small' | 'none';
  readonly hasMore: boolean;
  readonly hasCourse: boolean;
  /** The waiter's name, whole or brief; '' without room for it. */
  readonly waiter: string;
  /** The waiter's initials where there is no room for the name. */
  readonly initials: string;
}

/** The narrowest places with room for the state and the amount, for the waiter's name, and for minutes and guests, px. */
const widths = { state: 58, waiter: 70, more: 84 } as const;
/** Heights of lines and of the edges, px. */
const heights = { edges: 8, name: 19, longName: 14, line: 14, amount: 15 } as const;
/** The widest letters of small text, and digits of amounts in two sizes, px. */
const letterPx = 6;
/** The initials, and a letter of a name of up to four, px. */
const [badgePx, numberPx] = [26, 9];
const digitPx = { usual: 7, small: 6.6 } as const;

/** Returns the room for words, which stay upright, in a place that may be rotated. `scale`: px of a unit of the plan. */
export function boxOf({ width, height, shape, rotation = 0 }: ShownPlace, scale: number): PlaceBox {
  const [w, h] = [(width ?? 0) * scale, (height ?? 0) * scale];
  const least = Math.min(w, h);
  if (rotation === 0) return { width: w, height: h, isRound: shape === 'Round' };
  return rotation === 90
    ? { width: least, height: w, isRound: shape === 'Round' }
    : { width: least, height: least, isRound: true };
}

/** Returns the width of small text, px. The vowels of Dhivehi take none. */
const widthOf = (text: string): number => text.replaceAll(/\p{M}/gu, '').length * letterPx;

/** Returns the longest form of a name that fits: 'Abdulla Shareef Mohamed', 'Abdulla M.' or 'Abdulla'. */
export function fittingName(name: string, width: number): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = firstLetters(others.at(-1) ?? '')[0];
  const forms = [name, ...(last ? [`${first} ${last}.`] : [])];
  return forms.find((form) => widthOf(form) <= width) ?? first;
}

const linesOf = (text: string, width: number): number =>
  Math.max(1, Math.ceil(widthOf(text) / Math.max(1, width - heights.edges)));

/** Returns what a place has room for; without a size, in a tile, for everything. */
export function placeRoom(words: ReturnType<typeof placeWords>, box: PlaceBox | undefined): PlaceRoom {
  const { shortName, state, amount, more, course, waiter } = words;
  if (!box)
    return {
      hasState: true,
      amount: amount === '' ? 'none' : 'usual',
      hasMore: more !== '',
      hasCourse: course !== '',
      waiter,
      initials: '',
    };
  const { width, height, isRound } = box;
  // The first and the last line of a round place are shorter.
  const edges = isRound ? Math.max(heights.edges, height * 0.15) : heights.edges;
  let left = height - edges - (shortName.length > 4 ? heights.longName * linesOf(shortName, width) : heights.name);
  const takes = (px: number, isWanted: boolean): boolean => {
    if (!isWanted || left + 2 < px) return false;
    left -= px;
    return true;
  };
  const fits = (px: number): boolean => px <= width - heights.edges - 1;
  const isWide = width > widths.state;
  const hasState = takes(heights.line * linesOf(state, width), isWide);
  const digits = amount.length;
  const size = fits(digits * digitPx.usual) ? 'usual' : fits(digits * digitPx.small) ? 'small' : 'none';
  const hasAmount = takes(heights.amount, isWide && amount !== '' && size !== 'none');
  // Of a table without an amount to see, that of another waiter, the name matters more than the minutes.
  const isNameFirst = amount === '';
  const hasName = () => takes(heights.line, waiter !== '' && width > (isNameFirst ? widths.state : widths.waiter));
  const early = isNameFirst && hasName();
  const hasMore = takes(heights.line, width > widths.more && more !== '');
  const hasCourse = width > widths.more && course !== '' && left >= 2 * heights.line && takes(heights.line, true);
  const isNamed = early || (!isNameFirst && hasName());
  // Beside a number; beside the last word of a long name, or below it.
  const isLong = shortName.length > 4;
  const hasBadge = () =>
    isLong
      ? linesOf(shortName, width - badgePx) === linesOf(shortName, width) || takes(heights.line, true)
      : fits(shortName.length * numberPx + badgePx);
  const room = (isRound ? width * 0.75 : width) - heights.edges;
  return {
    hasState,
    amount: hasAmount ? size : 'none',
    hasMore,
    hasCourse,
    waiter: isNamed ? fittingName(waiter, room) : '',
    initials: isWide && !isNamed && hasBadge() ? initials(waiter) : '',
  };
}
