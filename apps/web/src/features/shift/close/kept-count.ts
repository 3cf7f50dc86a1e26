import type { Pieces } from '@atoll/domain/money/denominations';
import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../../form/draft.ts';
import type { CountBy } from './cash-count.tsx';

/** What a person counts and enters before closing a shift. */
export interface Count {
  readonly by: CountBy;
  /** In laari; null while nothing is counted. */
  readonly amount: number | null;
  readonly pieces: Pieces;
  /** Counted units of foreign money, by currency. */
  readonly units: Readonly<Record<string, number | null>>;
  readonly isCarried: boolean;
  readonly reason: string;
}

const none: Count = { by: 'amount', amount: null, pieces: {}, units: {}, isCarried: false, reason: '' };

/** Returns the count of a shift and functions to change it. It survives a reload and other screens, until `drop`. */
export function useKeptCount(shiftKey: string) {
  const form = `close-shift/${shiftKey}`;
  const [count, setCount] = useState<Count>(() => ({ ...none, ...draftOf(form) }));
  useEffect(() => keepDraft(form, { ...count }), [form, count]);
  return {
    count,
    change: (part: Partial<Count>) => setCount((was) => ({ ...was, ...part })),
    drop: () => dropDraft(form),
  };
}
