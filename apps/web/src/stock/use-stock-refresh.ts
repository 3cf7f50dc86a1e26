import { useQueryClient } from '@tanstack/react-query';

/** What stands on screen of stock and purchase, by the keys of the calls. */
const keys = [
  'stock.list',
  'stock.levels',
  'request.list',
  'request.find',
  'count.list',
  'count.find',
  'recipe.list',
  'recipe.find',
  'invoice.list',
  'invoice.find',
  'inventory_item.list',
  'inventory_item.find',
];

/** Answers what makes everything about stock be read anew: a receipt changes levels, logs and items alike. */
export function useStockRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const key of keys) void queries.invalidateQueries({ queryKey: [key] });
  };
}
