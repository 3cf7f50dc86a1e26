import { useLabel } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Mark } from '../../../ui/display/mark.tsx';
import { later } from '../../../ui/hook/later.tsx';
import { Tip } from '../../../ui/overlay/tip.tsx';
import { ScreenLink } from '../screen-link.tsx';
import { useEntries, useOpenScreen } from '../use-place.ts';
import styles from './sidebar.module.css';
import type { Entry } from './sidebar-entries.ts';
import { useSidebar } from './sidebar-store.ts';

const CareDot = later(async () => (await import('./care-dot.tsx')).CareDot, { waits: true });

/** Shows the navigation at the side: labels when expanded, icons with small labels when collapsed. */
export function Sidebar() {
  const { t } = useTranslation();
  const entries = useEntries();
  const open = useOpenScreen();
  const { isCollapsed, toggle } = useSidebar();
  return (
    <nav className={isCollapsed ? `${styles.side} ${styles.collapsed}` : styles.side} aria-label={t('shell.main')}>
      <div className={styles.brand}>
        <Mark size={38} />
        <b>{t('app.name')}</b>
      </div>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <SidebarItem key={entry.title} {...{ entry, open, isCollapsed }} />
        ))}
      </ul>
      <Tip label={isCollapsed ? t('shell.expand') : t('shell.collapse')}>
        <button
          type="button"
          className={styles.toggle}
          aria-label={isCollapsed ? t('shell.expand') : t('shell.collapse')}
          aria-expanded={!isCollapsed}
          onClick={toggle}
        >
          <Icon name={isCollapsed ? 'expand' : 'collapse'} mirrored />
        </button>
      </Tip>
    </nav>
  );
}

function SidebarItem({ entry, open, isCollapsed }: { entry: Entry; open: string | undefined; isCollapsed: boolean }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const isInside = entry.children.some((child) => child.screen === open);
  const seesCare = useSession(({ user }) => user?.permissions.includes('server.manage') ?? false);
  const isCurrent = entry.children.length === 0 && entry.screen === open;
  return (
    <li>
      <span className={styles.row}>
        <ScreenLink
          screen={entry.screen}
          isCurrent={isCurrent}
          isExpanded={entry.children.length > 0 ? isInside : undefined}
          className={isInside ? `${styles.link} ${styles.inside}` : styles.link}
        >
          <Icon name={entry.icon} />
          <span>{localize(entry.title)}</span>
        </ScreenLink>
        {seesCare && entry.screen === 'Settings' && <CareDot />}
        {entry.tag && !isCollapsed && <small className={styles.tag}>{t('place.admin')}</small>}
      </span>
      {isInside && (
        <ul className={styles.children}>
          {entry.children.map((child) => (
            <li key={child.screen}>
              <ScreenLink screen={child.screen} isCurrent={child.screen === open} className={styles.child}>
                {localize(child.title)}
              </ScreenLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
