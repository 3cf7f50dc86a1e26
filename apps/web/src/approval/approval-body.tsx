import type { ReactNode } from 'react';
import { Alert } from '../ui/display/alert.tsx';
import styles from './approval-body.module.css';

interface ApprovalBodyProps {
  /** What is asked for. */
  readonly action: ReactNode;
  readonly children: ReactNode;
  /** Shown beside the children where there is room for two columns. */
  readonly beside?: ReactNode;
}

/** Shows what an approval is for, and below it what is asked. */
export function ApprovalBody({ action, children, beside }: ApprovalBodyProps) {
  return (
    <div className={styles.body}>
      <p className={styles.action}>{action}</p>
      {beside ? (
        <div className={styles.columns}>
          <div className={styles.body}>{children}</div>
          {beside}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

/** Says why an approval failed. */
export function ApprovalError({ error }: { error: string | undefined }) {
  return error && <Alert>{error}</Alert>;
}
