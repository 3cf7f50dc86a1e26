/** Menu engineering: classifies items by popularity and margin. Source: docs/rules.md#menu-engineering. */

export const menuClassNames = ['Star', 'Plowhorse', 'Puzzle', 'Dog'] as const;
export type MenuClass = (typeof menuClassNames)[number];
/** Said instead of a class when the cost of an item is unknown. */
export const costUnknown = 'Cost unknown';

/** The sales of an item: quantity in any unit, margin in laari. */
export interface MenuFigures {
  readonly qty: number;
  /** Per unit: selling price without tax less cost. */
  readonly margin: number;
}

/**
 * Returns each item's class. Popular: it sells at least 70 % of an equal share. Profitable: its margin is at least the average margin weighted
 * by quantity. Popular and profitable: Star; popular only: Plowhorse; profitable only: Puzzle; neither: Dog.
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
