import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string | undefined;
  height?: number | string | undefined;
  round?: boolean | undefined;
}

/** Renders a placeholder of the size of loading content, so that nothing moves when it arrives. */
export function Skeleton({ width = '100%', height = 16, round = false }: SkeletonProps) {
  return (
    <span
      className={round ? `${styles.skeleton} ${styles.round}` : styles.skeleton}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

/** Renders placeholders for rows of text. `label` is read once by screen readers. */
export function SkeletonRows({ rows = 4, height = 48, label }: { rows?: number; height?: number; label: string }) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height={height} />
      ))}
    </div>
  );
}
