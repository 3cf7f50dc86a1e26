import { useTranslation } from 'react-i18next';
import styles from './compared.module.css';

/** Returns the change against the week before in whole percent, or null when the week before is 0. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100);
}

/** Shows the change of a figure against the week before, by sign and word. */
export function Compared({ now, before }: { now: number; before: number }) {
  const { t } = useTranslation();
  const change = changeOf(now, before);
  if (change === null) return null;
  const trend = change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  const words = t(`dashboard.${trend}`, { percent: Math.abs(change) });
  return (
    <small className={styles.change} data-trend={trend} title={words}>
      <span aria-hidden="true">{change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0'} %</span>
      <span className="visually-hidden">{words}</span>
    </small>
  );
}
