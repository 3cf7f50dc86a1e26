import styles from './row-check.module.css';

interface RowCheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: () => void;
}

/** Shows the checkbox that selects a row, or all rows of a page, large enough for touch. */
export function RowCheck({ label, checked, onChange }: RowCheckProps) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </label>
  );
}
