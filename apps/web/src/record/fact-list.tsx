import type { ReactNode } from 'react';
import { Whole } from '../ui/display/whole.tsx';
import styles from './fact-list.module.css';

interface FactListProps {
  /** Labels and values; empty values are left out. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Shows the facts in a grid, each label above its value. */
  readonly isGrid?: boolean;
  readonly className?: string | undefined;
}

/** Shows labelled values; nothing for empty ones. */
export function FactList({ facts, isGrid = false, className }: FactListProps) {
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <Whole>{value}</Whole>
        </dd>
      </div>
    ));
  return isGrid ? <FactGrid>{rows}</FactGrid> : <dl className={className}>{rows}</dl>;
}

/** Arranges labelled values in a grid. */
export function FactGrid({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}
