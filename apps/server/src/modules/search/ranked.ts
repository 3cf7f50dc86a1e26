import type { SearchResult } from '@atoll/domain/contract/outlet/search';

/** 0: the name is the value; 1: the name starts with it; 2: a word starts with it; 3: a word contains it. */
export type Rank = 0 | 1 | 2 | 3;

export interface Ranked extends SearchResult {
  readonly rank: Rank;
}

/** Returns the best results, each record once: by rank, then by name. */
export function bestOf(found: readonly Ranked[], limit: number): SearchResult[] {
  const best = new Map<string, Ranked>();
  for (const one of found) {
    const key = `${one.entityName} ${one.id}`;
    const known = best.get(key);
    if (!known || one.rank < known.rank) best.set(key, one);
  }
  return [...best.values()]
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : b.id - a.id))
    .slice(0, limit)
    .map(({ id, name, entityName }) => ({ id, name, entityName }));
}
