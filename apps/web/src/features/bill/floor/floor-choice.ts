/** What a person looks at on the floor board, kept for each person on this device. Source: R23.4. */
import { useState } from 'react';
import { useSession } from '../../../session/session.ts';

/** 'all', 'mine', or the id of a section. */
export type FloorFilter = 'all' | 'mine' | `${number}`;

export interface FloorChoice {
  readonly filter: FloorFilter;
  /** Absent: the plan, and on a phone the tiles. */
  readonly view?: 'plan' | 'tiles' | undefined;
}

const storageKey = (userId: number): string => `atoll.floor.${userId}`;

function read(userId: number): FloorChoice {
  try {
    const { filter = 'all', view } = JSON.parse(
      localStorage.getItem(storageKey(userId)) ?? '{}',
    ) as Partial<FloorChoice>;
    return { filter, view };
  } catch {
    // Not what this release wrote: it starts with everything.
    return { filter: 'all' };
  }
}

/** Returns the choice of the signed-in person, and the function that changes it. */
export function useFloorChoice(): readonly [FloorChoice, (change: Partial<FloorChoice>) => void] {
  const userId = useSession((state) => state.user?.id ?? 0);
  const [choice, setChoice] = useState(() => read(userId));
  return [
    choice,
    (change) => {
      const next = { ...choice, ...change };
      setChoice(next);
      localStorage.setItem(storageKey(userId), JSON.stringify(next));
    },
  ];
}
