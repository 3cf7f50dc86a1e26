import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import styles from './tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly links: readonly { readonly to: string; readonly label: string; readonly isCurrent: boolean }[];
}

/** A bar of links to neighbouring screens; where it is longer than the screen, the one that is open stands in sight. */
export function Tabs({ label, links }: TabsProps) {
  const bar = useRef<HTMLElement>(null);
  const open = links.find(({ isCurrent }) => isCurrent)?.to;
  // Runs when another tab is open.
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
