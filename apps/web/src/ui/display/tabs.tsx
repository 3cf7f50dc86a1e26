import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly links: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
}

/** Renders links to related screens; the open one is scrolled into view. */
export function Tabs({ label, links }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  const open = links.find(({ isCurrent }) => isCurrent)?.to;
  // Runs when the open tab changes.
  useLayoutEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  return (
    <nav ref={bar} aria-label={label} className={styles.tabs}>
      {links.map(({ to, label: text, isCurrent }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
