import { useState } from 'react';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { ScreenLink } from './screen-link.tsx';
import { flatEntries } from './sidebar/sidebar-entries.ts';
import styles from './tab-bar.module.css';
import { useEntries, useOpenScreen } from './use-place.ts';

/** The most used screens come first. */
const phoneOrder = ['New Bill', 'Billing History', 'Dashboard', 'New Sale', 'Close Shift'];
const maxTabs = 4;

/** Shows the navigation at the bottom of a phone: four screens, the rest in a drawer. */
export function TabBar() {
  const { t } = useTranslation();
  const localize = useLabel();
  const open = useOpenScreen();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const rank = (screen: string) => (phoneOrder.indexOf(screen) + phoneOrder.length + 1) % (phoneOrder.length + 1);
  const all = flatEntries(useEntries());
  const ordered = all.toSorted((a, b) => rank(a.screen) - rank(b.screen));
  const shown = all.length > maxTabs + 1 ? ordered.slice(0, maxTabs) : ordered;
  const rest = all.filter((entry) => !shown.includes(entry));
  const close = () => setMoreOpen(false);
  return (
    <nav className={styles.bar} aria-label={t('shell.main')}>
      {shown.map(({ title, icon, screen }) => (
        <ScreenLink key={screen} screen={screen} isCurrent={screen === open} className={styles.tab}>
          <Icon name={icon} />
          <span>{localize(title)}</span>
        </ScreenLink>
      ))}
      {rest.length > 0 && (
        <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={() => setMoreOpen(true)}>
          <Icon name="more" />
          <span>{t('shell.more')}</span>
        </button>
      )}
      <Drawer title={t('shell.more')} opened={isMoreOpen} onClose={close}>
        <ul className={styles.rest}>
          {rest.map(({ title, icon, screen }) => (
            <li key={screen}>
              <ScreenLink screen={screen} isCurrent={screen === open} className={styles.row} onClick={close}>
                <Icon name={icon} />
                {localize(title)}
              </ScreenLink>
            </li>
          ))}
        </ul>
      </Drawer>
    </nav>
  );
}
