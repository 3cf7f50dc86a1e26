import { baseScreenOf, findScreen, type Screen, type ScreenName, sidebar } from '@atoll/domain/nav/nav';
import { useMatches } from '@tanstack/react-router';
import { useChoiceTitle } from '../../features/bill/item/choice-title.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { breakpoints } from '../../styles/breakpoints.ts';
import { later } from '../../ui/hook/later.tsx';
import { useIsNarrow, useMedia } from '../../ui/hook/narrow.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { firstSlotPath } from '../route/guard.ts';
import styles from './breadcrumbs.module.css';
import { PlainLink } from './plain-link.tsx';

/** Comes after the first screen, with the places of the guide. */
const HelpLink = later(async () => (await import('../help-link.tsx')).HelpLink, { waits: true });

export interface Crumb {
  readonly title: string;
  /** Absent for the current screen. */
  readonly to?: string;
}

/**
 * Returns the breadcrumbs of a screen: the sidebar's group, the screen, and its overlays. `params` are those of the
 * address.
 */
export function crumbsOf(screen: Screen, params: Readonly<Record<string, string>>): Crumb[] {
  const chain: Screen[] = [];
  for (let at: Screen | undefined = screen; at; at = at.parent === undefined ? undefined : findScreen(at.parent))
    chain.unshift(at);
  const [ground] = chain;
  const group = sidebar.find((entry) => entry.screens.includes(ground?.name ?? ''));
  const steps = chain.map((one, index): Crumb => {
    const isLast = index === chain.length - 1;
    return isLast ? { title: one.title } : { title: one.title, to: pathTo(one.name as ScreenName, params) };
  });
  return group && group.title !== ground?.title
    ? [{ title: group.title, to: firstOf(group.screens) }, ...steps]
    : steps;
}

function firstOf(screens: readonly string[]): string {
  const [first] = screens;
  return first === 'New Bill' ? firstSlotPath() : pathTo(first as ScreenName);
}

/** The screens on which people sell or cook: on a tablet they need the height, and their headings say where they are. */
const busyScreens: readonly string[] = ['New Bill', 'Checkout', 'Kitchen'];

/** Shows the breadcrumbs on a tablet, where the bar at the top has no room for them: as a row above the screen. */
export function BreadcrumbRow() {
  const isTablet = useMedia(breakpoints.compact);
  const isNarrow = useIsNarrow();
  const screen = useMatches({ select: (matches) => matches.findLast((m) => m.staticData.screen)?.staticData.screen });
  if (!isTablet || isNarrow || !screen || busyScreens.includes(baseScreenOf(screen).name)) return null;
  return <Breadcrumbs />;
}

/** Shows the breadcrumbs of the current screen as links (R12.1). */
export function Breadcrumbs() {
  const { t } = useTranslation();
  const localize = useLabel();
  const screen = useMatches({ select: (matches) => matches.findLast((m) => m.staticData.screen)?.staticData.screen });
  const params = useMatches({ select: (matches) => matches.at(-1)?.params as Record<string, string> | undefined });
  const choice = useChoiceTitle();
  if (!screen) return null;
  // The dialog of an item asks for other things than a size, too.
  const here = screen.name === 'Select Size' && choice ? t(choice) : undefined;
  return (
    <nav className={styles.way} aria-label={t('place.breadcrumb')}>
      <ol>
        {crumbsOf(screen, params ?? {}).map(({ title, to }) => (
          <li key={`${title} ${to ?? ''}`}>
            {to === undefined ? (
              <span aria-current="page">{here ?? localize(title)}</span>
            ) : (
              <PlainLink to={to}>{localize(title)}</PlainLink>
            )}
          </li>
        ))}
      </ol>
      <HelpLink screen={screen} look={styles.help} />
    </nav>
  );
}
