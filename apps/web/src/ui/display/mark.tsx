import styles from './mark.module.css';

/** Draws the product's logo: a reef with its channel. */
export function Mark({ size = 40 }: { size?: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} className={styles.mark} aria-hidden="true">
      <path className={styles.reef} d="M31 12.5A14 14 0 1 0 34 20" />
      <path className={styles.channel} d="M31 12.5A14 14 0 0 1 34 20" />
    </svg>
  );
}
