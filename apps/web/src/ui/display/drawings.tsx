import styles from './drawings.module.css';

/** Draws an empty state: a lagoon with an empty plate. Not animated with reduced motion. */
export function EmptyDrawing() {
  return (
    <svg viewBox="0 0 200 140" className={styles.drawing} aria-hidden="true">
      <ellipse cx="100" cy="118" rx="78" ry="10" className={styles.shade} />
      <circle cx="100" cy="70" r="44" className={styles.paper} />
      <circle cx="100" cy="70" r="27" className={styles.line} />
      <path
        d="M38 44v18a7 7 0 0 0 14 0V44M45 44v56M160 44c-9 0-12 10-12 24 0 9 4 13 12 13zm0 0v56"
        className={styles.line}
      />
      <path d="M84 72c6-7 12-7 16 0s10 7 16 0" className={`${styles.wave} ${styles.drift}`} />
    </svg>
  );
}

/** Draws a lost connection: two islands and a broken line. Not animated with reduced motion. */
export function NoConnectionDrawing() {
  return (
    <svg viewBox="0 0 200 140" className={styles.drawing} aria-hidden="true">
      <ellipse cx="48" cy="106" rx="34" ry="9" className={styles.sand} />
      <ellipse cx="152" cy="106" rx="34" ry="9" className={styles.sand} />
      <path
        d="M44 104c0-20 2-32 8-42M52 62c-8-6-18-5-24 2M52 62c2-9 10-14 19-12M52 62c9-2 17 3 19 11"
        className={styles.line}
      />
      <path d="M138 104V66h28v38M138 76h28M152 66V52" className={styles.line} />
      <path d="M72 84c10-14 22-20 32-18" className={`${styles.lost} ${styles.reach}`} />
      <path d="m112 56 12 12m0-12-12 12" className={styles.cross} />
      <path
        d="M14 122c10-5 18-5 28 0s18 5 28 0 18-5 28 0 18 5 28 0 18-5 28 0 18 5 28 0"
        className={`${styles.wave} ${styles.drift}`}
      />
    </svg>
  );
}
