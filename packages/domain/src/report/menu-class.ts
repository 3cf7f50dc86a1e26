/** Menu engineering: how popular an item is, and what it leaves. Source: docs/rules.md#menu-engineering. */

export type MenuClass = 'Star' | 'Plowhorse' | 'Puzzle' | 'Dog';

/** What an item sold and left, laari and any unit of quantity. */
export interface MenuFigures {
  readonly qty: number;
  /** What one leaves: selling price without tax less cost. */
  readonly margin: number;
}

/**
 * Answers each item's class: popular is who sells at least 70 % of an equal share of all, profitable who leaves at least the
 * average of what is sold, weighted by quantity. Popular and profitable: Star; popular only: Plowhorse; profitable only: Puzzle.
 */
export function menuClasses(items: readonly MenuFigures[]): MenuClass[] {
  const sold = items.reduce((sum, item) => sum + item.qty, 0);
  const left = items.reduce((sum, item) => sum + item.qty * item.margin, 0);
  const popularFrom = items.length === 0 ? 0 : (0.7 * sold) / items.length;
  const average = sold === 0 ? 0 : left / sold;
  return items.map(({ qty, margin }) => {
    const isPopular = qty >= popularFrom;
    if (margin >= average) return isPopular ? 'Star' : 'Puzzle';
    return isPopular ? 'Plowhorse' : 'Dog';
  });
}
