import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string | undefined;
  height?: number | string | undefined;
  round?: boolean | undefined;
}

/** The place of something that is coming, in its size, so that nothing moves when it arrives. */
export function Skeleton({ width = '100%', height = 16, round = false }: SkeletonProps) {
  return (
    <span
      className={round ? `${styles.skeleton} ${styles.round}` : styles.skeleton}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

/** Rows of text that are coming. `label` is said to readers once. */
export function SkeletonRows({ rows = 4, height = 48, label }: { rows?: number; height?: number; label: string }) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height={height} />
      ))}
    </div>
  );
}
