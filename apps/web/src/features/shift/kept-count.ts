import type { Pieces } from '@atoll/domain/money/denominations';
import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../form/draft.ts';
import type { CountBy } from './cash-count.tsx';

/** What a person counts and says before they close a shift. */
interface Count {
  readonly by: CountBy;
  /** In laari; null while nothing is counted. */
  readonly amount: number | null;
  readonly pieces: Pieces;
  /** Foreign money by its currency. */
  readonly units: Readonly<Record<string, number | null>>;
  readonly isCarried: boolean;
  readonly reason: string;
}

const none: Count = { by: 'amount', amount: null, pieces: {}, units: {}, isCarried: false, reason: '' };

/** What is counted of a shift, and how to change it; it outlives a reload and a look at another screen, until `drop`. */
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
