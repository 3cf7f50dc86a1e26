import type { Screen } from '@atoll/domain/nav/nav';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { isOpenTo, landingPath } from './guard.ts';
import styles from './screen-message.module.css';

/** The screen for those who may see it; others are told so and shown the way home. */
export function permitted(screen: Screen, Component: (() => ReactNode) & { preload: () => Promise<void> }) {
  function Permitted() {
    const permissions = useSession((state) => state.user?.permissions);
    return isOpenTo(screen, permissions ?? []) ? <Component /> : <Forbidden permissions={permissions ?? []} />;
  }
  return Object.assign(Permitted, { preload: Component.preload });
}

function Forbidden({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation();
  const home = landingPath(permissions) ?? '/home';
  return (
    <div className={styles.message}>
      <Empty
        level={1}
        icon="lock"
        title={t('app.forbidden')}
        hint={t('app.forbiddenHint')}
        action={
          <Link to={home} className={buttonClass({ look: 'main' })}>
            {t('notFound.home')}
          </Link>
        }
      />
    </div>
  );
}
