import { useState } from 'react';
import { usePermissionEffect } from '../approval/permission-effect.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/display/button.tsx';
import css from './cash-buttons.module.css';
import { CashDialog } from './cash-dialog.tsx';
import { DrawerDialog } from './drawer-dialog.tsx';

/** What a person does with the cash besides sales. */
export type CashAction = 'In' | 'Out' | 'Drawer';

/** Renders 'Cash in', 'Cash out' and 'Open drawer' with their dialogs, as far as the person has the permissions. */
export function CashButtons({ onDone }: { onDone?: () => void }) {
  const [open, setOpen] = useState<CashAction>();
  return (
    <>
      <CashActions onChoose={setOpen} />
      {open && <CashActionDialog action={open} onClose={() => setOpen(undefined)} {...(onDone ? { onDone } : {})} />}
    </>
  );
}

/** Renders the buttons without their dialogs, for a panel that closes when one of them is pressed. */
export function CashActions({ onChoose }: { onChoose: (action: CashAction) => void }) {
  const { t } = useTranslation();
  const mayPay = useSession((state) => state.user?.permissions.includes('bill.pay')) ?? false;
  // Who may not do it alone asks for an approval in the dialog.
  const mayIn = usePermissionEffect('cash.in') !== 'deny';
  const mayOut = usePermissionEffect('cash.out') !== 'deny';
  // A cashier may always request it: somebody with the permission approves.
  const mayAsk = usePermissionEffect('drawer.open') !== 'deny' || mayPay;
  if (!mayIn && !mayOut && !mayAsk) return null;
  return (
    <div className={css.cash}>
      {mayIn && (
        <Button icon="plus" onClick={() => onChoose('In')}>
          {t('cash.in')}
        </Button>
      )}
      {mayOut && (
        <Button icon="minus" onClick={() => onChoose('Out')}>
          {t('cash.out')}
        </Button>
      )}
      {mayAsk && (
        <Button icon="cash" onClick={() => onChoose('Drawer')}>
          {t('floor.openDrawer')}
        </Button>
      )}
    </div>
  );
}

interface CashActionDialogProps {
  readonly action: CashAction;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Renders the dialog of a button. */
export function CashActionDialog({ action, onClose, onDone }: CashActionDialogProps) {
  if (action === 'Drawer') return <DrawerDialog onClose={onClose} />;
  return <CashDialog kind={action} onClose={onClose} {...(onDone ? { onDone } : {})} />;
}
