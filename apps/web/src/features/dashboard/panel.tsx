import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BillSearch } from '../../bill/bill-search.ts';
import { useSession } from '../../session/session.ts';
import { Money } from '../../ui/display/money.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  readonly shape?: 'wide' | 'tall';
  readonly children: ReactNode;
}

/** Shows a part of the dashboard under its title. */
export function Panel({ title, shape, children }: PanelProps) {
  return (
    <section className={shape ? `${styles.panel} ${styles[shape]}` : styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Shows the name of a figure. It links to the bills of that figure for users who may see them. */
export function ToBills({ bills, children }: { bills: BillSearch | undefined; children: ReactNode }) {
  const canOpenBills = useSession((state) => state.user?.permissions.includes('Billing History')) === true;
  if (!bills || !canOpenBills) return children;
  return (
    <Link to={pathTo('Billing History')} search={bills as never} className={styles.toBills}>
      {children}
    </Link>
  );
}

export interface BarRow {
  readonly name: string;
  readonly extra?: string;
  readonly laari: number;
  readonly bills?: BillSearch;
}

/** Shows rows with an amount and a bar for its share of the largest. */
export function Bars({ rows }: { rows: readonly BarRow[] }) {
  const max = Math.max(1, ...rows.map((row) => row.laari));
  return (
    <ul className={styles.bars}>
      {rows.map((row) => (
        <li key={row.name}>
          <span className={styles.label}>
            <span className={styles.name}>
              <ToBills bills={row.bills}>{row.name}</ToBills>
            </span>
            {row.extra && <small>{row.extra}</small>}
          </span>
          <Money laari={row.laari} className={styles.amount} />
          <span className={styles.bar} style={{ inlineSize: `${Math.max(1, (row.laari / max) * 100)}%` }} />
        </li>
      ))}
    </ul>
  );
}
