import styles from './row-check.module.css';

interface RowCheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: () => void;
}

/** Shows the box that selects a row, or all of a page, with room for a finger. */
export function RowCheck({ label, checked, onChange }: RowCheckProps) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </label>
  );
}
