import { Link } from '@tanstack/react-router';
import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly links: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
}

/** A bar of links to neighbouring screens. */
export function Tabs({ label, links }: TabsProps) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {links.map(({ to, label: text, isCurrent }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
