import { findScreen, maySee, tabGroups } from '@atoll/domain/nav/nav';
import { isOffered } from '@atoll/domain/nav/switched';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { useKnownFeatures } from '../sync/app-store.ts';
import { Tabs } from '../ui/display/tabs.tsx';
import { shownTabs } from './shown-tabs.ts';

/** Links to the neighbours of the current screen (R2.29): those that this release and the outlet have and the user may see. */
export function ScreenTabs() {
  const { t } = useTranslation();
  const localize = useLabel();
  const router = useRouter();
  const here = useRouterState({ select: (state) => state.location.pathname });
  const permissions = useSession((state) => state.user?.permissions);
  const features = useKnownFeatures();
  const known = router.routesByPath as Readonly<Record<string, unknown>>;
  const groups = tabGroups.map(({ first, screens }) => ({
    name: screens[0],
    links: screens.flatMap((name, index) => {
      const screen = findScreen(name);
      const isVisible = screen && known[screen.path] && isOffered(name, features) && maySee(screen, permissions ?? []);
      const label =
        index === 0
          ? localize(first)
          : t(`tabs.${name}` as 'tabs.Requests', { defaultValue: localize(screen?.title ?? name) });
      return isVisible ? [{ to: screen.path, label, isCurrent: false }] : [];
    }),
  }));
  const isHere = ({ to }: { to: string }) => here === to || here.startsWith(`${to}/`);
  const found = groups.filter(({ links }) => links.some(isHere));
  const { name = '', links } = found.find(({ name }) => name === shownTabs.first) ?? found[0] ?? { links: [] };
  useEffect(() => {
    shownTabs.first = name;
  }, [name]);
  // The longest path that the address starts with: '/inventory' is also the start of its neighbours' paths.
  const current = links.filter(isHere).sort((a, b) => b.to.length - a.to.length)[0];
  if (links.length < 2) return null;
  return <Tabs label={t('tabs.label')} links={links.map((link) => ({ ...link, isCurrent: link === current }))} />;
}
