import { actionPermissions, type Permission } from '@atoll/domain/access/permission';
import type { Screen } from '@atoll/domain/nav/nav';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { actionKey } from '../../approval/action-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { buttonClass } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import styles from '../screen-message.module.css';
import { isOpenTo, landingPath } from './guard.ts';

/** Returns the screen for users who may see it; others get a message and a link to their start page. */
export function withPermission(screen: Screen, Component: (() => ReactNode) & { preload: () => Promise<void> }) {
  function Permitted() {
    const permissions = useSession((state) => state.user?.permissions);
    return isOpenTo(screen, permissions ?? []) ? (
      <Component />
    ) : (
      <Forbidden screen={screen} permissions={permissions ?? []} />
    );
  }
  return Object.assign(Permitted, { preload: Component.preload });
}

type Action = (typeof actionPermissions)[number];
const isAction = (permission: Permission): permission is Action =>
  (actionPermissions as readonly string[]).includes(permission);

/** Shows which permission is missing, so that a manager knows what to grant (R35.73). */
function Forbidden({ screen, permissions }: { screen: Screen; permissions: readonly string[] }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const missing = (screen.anyOf ?? []).map((one) => (isAction(one) ? t(actionKey(one)) : localize(one)));
  const home = landingPath(permissions) ?? '/home';
  return (
    <div className={styles.message}>
      <Empty
        level={1}
        icon="lock"
        title={t('app.forbidden')}
        hint={`${t('app.forbiddenNeeds', { count: missing.length, permissions: joinedList(missing) })} ${t('app.forbiddenHint')}`}
        action={
          <Link to={home} className={buttonClass({ look: 'main' })}>
            {t('notFound.home')}
          </Link>
        }
      />
    </div>
  );
}
