import { useQueryClient } from '@tanstack/react-query';

/** Query keys of stock and purchase data. */
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

/** Returns a function that refetches all stock data: a receipt changes levels, logs and items. */
export function useStockRefresh(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const key of keys) void queries.invalidateQueries({ queryKey: [key] });
  };
}
