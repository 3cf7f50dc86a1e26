/** What is asked of the books of the year of trade. */
import type { ReportRow } from '@atoll/domain/report/report';
import type { Books, Sale } from './books.ts';
import type { YearShop } from './shop.ts';

export interface Asked {
  readonly books: Books;
  readonly shop: YearShop;
  readonly from: string;
  readonly to: string;
}

export type Rows = (asked: Asked) => ReportRow[];

export const isIn = (day: string, { from, to }: Pick<Asked, 'from' | 'to'>): boolean => day >= from && day <= to;
export const isRefund = ({ of }: Sale): boolean => of !== undefined;
export const salesIn = (asked: Asked): Sale[] => asked.books.sales.filter(({ day }) => isIn(day, asked));

/** Returns the rows of what has the same name. */
export const group = <T>(list: readonly T[], nameOf: (one: T) => string): [string, T[]][] => [
  ...Map.groupBy(list, nameOf),
];

/** Returns a part as a percentage with one decimal; none of nothing. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 10;

export const sizeOf = ({ dishes }: YearShop, name: string, size: string): string =>
  (dishes[name]?.sizes.length ?? 0) > 1 ? size : '';
export const unitOf = ({ dishes }: YearShop, name: string): string => (dishes[name]?.isWeighed ? 'kg' : '');
