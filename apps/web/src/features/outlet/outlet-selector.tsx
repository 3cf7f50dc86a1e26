import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useSession } from '../../session/session.ts';
import { FoundByName } from '../../ui/choice/found-by-name.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Modal, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import styles from './outlet-selector.module.css';
import { UnsentDialog } from './unsent-dialog.tsx';

/** Shows the user's outlets, over any screen at `{route}/outlets` (R2.6). */
export function OutletSelector() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const below = pathname.replace(/\/outlets\/?$/, '') || '/';
  const close = useReturn(below);
  const outlets = useSession((state) => state.outlets);
  const scope = useSession((state) => state.scope);
  const switchOutlet = useSession((state) => state.switchOutlet);
  const unsent = useOutbox((state) => state.entries.filter((entry) => entry.outletId === scope?.outletId).length);
  const [asks, setAsks] = useState<number>();

  async function go(outletId: number): Promise<void> {
    await switchOutlet(outletId);
    // A slot of one outlet may not exist in the other, so the screen's first view opens.
    await navigate({ href: below.startsWith('/billing/new') ? '/billing/new' : below, replace: true });
  }

  function choose(outletId: number) {
    if (outletId === scope?.outletId) close();
    else if (unsent > 0) setAsks(outletId);
    else void go(outletId);
  }

  return (
    <>
      <Modal title={t('outlet.title')} onClose={close} delayMs={openDelayMs}>
        <FoundByName items={outlets} label={t('outlet.find')}>
          {(found) => (
            <ul className={styles.list}>
              {found.map((outlet) => (
                <li key={outlet.outletId}>
                  <button
                    type="button"
                    className={styles.outlet}
                    aria-current={outlet.outletId === scope?.outletId || undefined}
                    onClick={() => choose(outlet.outletId)}
                  >
                    <Avatar name={outlet.name} image={outlet.logo} size={44} isLogo />
                    <span className={styles.words}>
                      <b>{outlet.name}</b>
                      <small>{outlet.businessType === 'Retail' ? t('outlet.retail') : t('outlet.restaurant')}</small>
                    </span>
                    {outlet.outletId === scope?.outletId && <Chip tone="good">{t('outlet.current')}</Chip>}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </FoundByName>
      </Modal>
      {asks !== undefined && (
        <UnsentDialog
          text={t('shell.unsentSwitch', { count: unsent })}
          action={t('shell.switchAnyway')}
          onGo={() => void go(asks)}
          onClose={() => setAsks(undefined)}
        />
      )}
    </>
  );
}
