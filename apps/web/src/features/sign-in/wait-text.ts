import { t } from '../../locale/locale.ts';

/** Returns the words for too many tries, with the time to wait in ms. */
export function waitText(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return t('session.waitMoment');
  return seconds < 120
    ? t('session.waitSeconds', { count: seconds })
    : t('session.waitMinutes', { count: Math.ceil(seconds / 60) });
}
