import { useTranslation } from 'react-i18next';
import styles from './compared.module.css';

/** Returns the change against the compared days in whole percent, or null when they are 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100);
}

interface ComparedProps {
  readonly now: number;
  readonly before: number;
  /** Returns a figure as text. */
  readonly text: (figure: number) => string;
}

/** Shows the change of a figure against the compared days, by sign and word, and the figure of then. */
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
