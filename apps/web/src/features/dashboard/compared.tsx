import { useTranslation } from '../../locale/use-translation.ts';
import styles from './compared.module.css';

/** Returns the change of a figure against the days before in whole percent, or null when it was 0 then. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100);
}

interface ComparedProps {
  readonly now: number;
  readonly before: number;
  /** Formats a figure. */
  readonly text: (figure: number) => string;
}

/** Shows below a figure of the dashboard its change against the days before, in percent, and its value then. Shows nothing when that was 0. */
export function Compared({ now, before, text }: ComparedProps) {
  const { t } = useTranslation();
  const change = changeOf(now, before);
  if (change === null) return null;
  const trend = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const words = t(`dashboard.${trend}`, { percent: Math.abs(change) });
  return (
    <>
      <small className={styles.change} data-trend={trend} title={words}>
        <span aria-hidden="true">{change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0'} %</span>
        <span className="visually-hidden">{words}</span>
      </small>
      <small className={styles.was}>{t('dashboard.was', { value: text(before) })}</small>
    </>
  );
}
