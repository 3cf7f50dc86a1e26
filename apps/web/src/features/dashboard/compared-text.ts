import { clockTime, longDay, shortDay } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import type { Figures } from './figures.ts';

/** Returns what the figures are compared with: 'Compared with Tuesday 3 March until 14:32' (R35.56). */
export function useComparedText({ before }: Figures): string {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { from, to, until } = before;
  const time = until ? clockTime(until, timezone) : '';
  if (from === to) {
    const day = longDay(`${from}T00:00:00Z`, 'UTC');
    return until ? t('dashboard.comparedDayUntil', { day, time }) : t('dashboard.comparedDay', { day });
  }
  const days = { from: shortDay(from, true), to: shortDay(to, true) };
  return until ? t('dashboard.comparedDaysUntil', { ...days, time }) : t('dashboard.comparedDays', days);
}
