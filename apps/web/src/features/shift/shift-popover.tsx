import type { Shift } from '@atoll/domain/contract/bill/shift';
import { Popover } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { HandAllDialog, type WaiterGroup, WaiterTableList } from '../../bill/waiter/waiter-tables.tsx';
import { type CashAction, CashActionDialog, CashActions } from '../../cash/cash-buttons.tsx';
import { clockTime, shortDay } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Money } from '../../ui/display/money.tsx';
import { KitProvider } from '../../ui/overlay/kit-provider.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { usePanel } from '../../ui/overlay/use-panel.ts';
import { ShiftChip } from './shift-chip.tsx';
import styles from './shift-panel.module.css';

/** What was pressed in the panel: it closes, because its dialog would lie under it and a tap in the dialog would close both. */
type PanelDialog = { readonly cash: CashAction } | { readonly hand: WaiterGroup };

interface ShiftPopoverProps {
  readonly shift: Shift;
  /** How long it has been open. */
  readonly hours: number;
}

/** Renders the chip of an open shift with its panel, which opens at once, and the dialogs that the panel opens. */
export function ShiftPopover({ shift, hours }: ShiftPopoverProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayClose = useSession((state) => state.user?.permissions.includes('Close Shift') ?? false);
  const chip = useRef<HTMLButtonElement>(null);
  const { opened: isOpen, setOpened: setOpen, visit } = usePanel(true);
  const [dialog, setDialog] = useState<PanelDialog>();
  const show = (next: PanelDialog) => {
    setOpen(false);
    setDialog(next);
  };
  const close = () => {
    setDialog(undefined);
    chip.current?.focus();
  };
  useEffect(() => {
    // The focus returns to the chip when the panel closes.
    chip.current?.focus();
  }, []);
  return (
    <KitProvider>
      <Popover
        key={visit}
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        offset={6}
        width={320}
        trapFocus
        returnFocus={!dialog}
      >
        <Popover.Target>
          <ShiftChip ref={chip} shift={shift} hours={hours} onClick={() => setOpen(!isOpen)} />
        </Popover.Target>
        <Popover.Dropdown className={styles.panel} aria-label={t('shift.shift')}>
          <ShiftFacts shift={shift} hours={hours} />
          <WaiterTableList isOwn onHand={(hand) => show({ hand })} />
          <CashActions onChoose={(cash) => show({ cash })} />
          {mayClose && (
            <Button
              look="accent"
              block
              onClick={() => {
                setOpen(false);
                void navigate({ to: pathTo('Close Shift') });
              }}
            >
              {t('shift.end')}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      {dialog && 'cash' in dialog && <CashActionDialog action={dialog.cash} onClose={close} />}
      {dialog && 'hand' in dialog && <HandAllDialog group={dialog.hand} onClose={close} />}
    </KitProvider>
  );
}

/** Lists the facts of the shift. */
function ShiftFacts({ shift, hours }: { shift: Shift; hours: number }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <dl className={styles.rows}>
      <dt>{t('shift.date')}</dt>
      <dd>{shortDay(shift.date, true)}</dd>
      <dt>{t('shift.startTime')}</dt>
      <dd>{clockTime(shift.createdAt, timezone)}</dd>
      <dt>{t('shift.openingBalance')}</dt>
      <dd>
        <Money laari={shift.openingBalance} currency />
      </dd>
      <dt>{t('shift.owner')}</dt>
      <dd>{shift.createdByName}</dd>
      <dt>{t('shift.status')}</dt>
      <dd>
        <Chip tone={shift.isOpen ? 'good' : 'plain'}>{shift.isOpen ? t('shift.open') : t('shift.closed')}</Chip>
      </dd>
      <dt>{t('shift.elapsed')}</dt>
      <dd>{t('shift.hours', { count: hours })}</dd>
    </dl>
  );
}
