import { useRouterState } from '@tanstack/react-router';
import { later } from '../../ui/hook/later.tsx';

const Drawer = later(async () => (await import('../../features/profile/profile-drawer.tsx')).ProfileDrawer);

/** Shows the user's own profile over any screen while the address has `profile` (R4.5). */
export function ProfileOver() {
  const isOpen = useRouterState({
    select: ({ location }) => (location.search as { profile?: string }).profile !== undefined,
  });
  return isOpen && <Drawer />;
}
