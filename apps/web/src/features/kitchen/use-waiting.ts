import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/api.ts';
import { on } from '../../api/event.ts';
import { useApp, useSettingOf } from '../../sync/app-store.ts';

const pollMs = 30_000;
/** Where courses are off and nothing waits: a till without the server may still have them. */
const idlePollMs = 300_000;

/** Returns what the kitchen waits for, by bill and course; also what was ordered before courses were switched off. Without the server the last answer stays. */
export function useWaiting() {
  const outletId = useApp((state) => state.outletId);
  const isOn = useSettingOf('Courses');
  const { data, refetch } = useQuery({
    queryKey: ['kitchen-waiting', outletId],
    queryFn: () => call('kitchen.waiting', { quiet: true }),
    refetchInterval: ({ state }) => (isOn || state.data?.length ? pollMs : idlePollMs),
    retry: false,
  });
  const isAsked = isOn || (data?.length ?? 0) > 0;
  useEffect(() => (isAsked ? on('tickets', () => void refetch()) : undefined), [isAsked, refetch]);
  return data ?? [];
}

export type Waiting = ReturnType<typeof useWaiting>;
