import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashKind } from '../lib/cash.ts';
import { useSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { CashDialog } from './cash-dialog.tsx';
import css from './dialogs.module.css';

/** 'Cash in' and 'Cash out', for who may; nothing for who may neither. */
export function CashButtons({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const permissions = useSession((state) => state.user?.permissions) ?? [];
  const [open, setOpen] = useState<CashKind>();
  const mayIn = permissions.includes('cash.in');
  const mayOut = permissions.includes('cash.out');
  if (!mayIn && !mayOut) return null;
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
      {open && <CashDialog kind={open} onClose={() => setOpen(undefined)} {...(onDone ? { onDone } : {})} />}
    </div>
  );
}
