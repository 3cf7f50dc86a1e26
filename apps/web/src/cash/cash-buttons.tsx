import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/display/button.tsx';
import css from './cash-buttons.module.css';
import { CashDialog } from './cash-dialog.tsx';
import { DrawerDialog } from './drawer-dialog.tsx';

/** Renders 'Cash in', 'Cash out' and 'Open drawer', as far as the person has the permissions. */
export function CashButtons({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const [open, setOpen] = useState<'In' | 'Out' | 'Drawer'>();
  const mayIn = permissions.includes('cash.in');
  const mayOut = permissions.includes('cash.out');
  // A cashier may request it: somebody with the permission approves.
  const mayAsk = permissions.includes('drawer.open') || permissions.includes('bill.pay');
  if (!mayIn && !mayOut && !mayAsk) return null;
  return (
    <div className={css.cash}>
      {mayIn && (
        <Button icon="plus" onClick={() => setOpen('In')}>
          {t('cash.in')}
        </Button>
      )}
      {mayOut && (
        <Button icon="minus" onClick={() => setOpen('Out')}>
          {t('cash.out')}
        </Button>
      )}
      {mayAsk && (
        <Button icon="cash" onClick={() => setOpen('Drawer')}>
          {t('floor.openDrawer')}
        </Button>
      )}
      {open === 'Drawer' && <DrawerDialog onClose={() => setOpen(undefined)} />}
      {open && open !== 'Drawer' && (
        <CashDialog kind={open} onClose={() => setOpen(undefined)} {...(onDone ? { onDone } : {})} />
      )}
    </div>
  );
}
