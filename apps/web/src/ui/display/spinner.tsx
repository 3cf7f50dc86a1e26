import styles from './spinner.module.css';

/** Shows work in progress; `cover` fills the nearest positioned box. */
export function Spinner({ label, cover = false, size = 40 }: { label: string; cover?: boolean; size?: number }) {
  return (
    <div className={cover ? styles.cover : styles.inline} role="status" aria-label={label}>
      <span className={styles.ring} style={{ inlineSize: size, blockSize: size, borderWidth: Math.round(size / 8) }} />
    </div>
  );
}

/** Covers the whole screen while the app starts; the same drawing as in index.html, so that nothing jumps. */
export function StartupSpinner({ label }: { label: string }) {
  return (
    <div className="startup" role="status" aria-label={label}>
      <span className="startup-ring" />
    </div>
  );
}
