import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/api.ts';
import { on } from '../../api/event.ts';
import { useApp, useSettingOf } from '../../sync/app-store.ts';

const pollMs = 30_000;

/** Returns what the kitchen waits for, by bill and course; nothing where the outlet has no courses. Without the server the last answer stays. */
export function useWaiting() {
  const outletId = useApp((state) => state.outletId);
  const isOn = useSettingOf('Courses');
  const { data, refetch } = useQuery({
    queryKey: ['kitchen-waiting', outletId],
    queryFn: () => call('kitchen.waiting', { quiet: true }),
    enabled: isOn,
    refetchInterval: pollMs,
    retry: false,
  });
  useEffect(() => (isOn ? on('tickets', () => void refetch()) : undefined), [isOn, refetch]);
  return isOn ? (data ?? []) : [];
}

export type Waiting = ReturnType<typeof useWaiting>;
