import type { SearchResult } from '@atoll/domain/contract/outlet/search';

/** 0: it is called that; 1: its name begins so; 2: a word of it begins so; 3: it stands inside a word. */
export type Rank = 0 | 1 | 2 | 3;

export interface Ranked extends SearchResult {
  readonly rank: Rank;
}

/** Answers the best results, each record once: by rank, then by name. */
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
