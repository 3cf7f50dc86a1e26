import type { Shift } from '@atoll/domain/contract/bill/shift';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useNow } from '../../clock/now.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { later } from '../../ui/hook/later.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { hoursSince } from './hours.ts';
import { ShiftChip } from './shift-chip.tsx';
import styles from './shift-panel.module.css';

const ShiftPopover = later(async () => (await import('./shift-popover.tsx')).ShiftPopover);

/** Shows the shift in the top bar: its date, and on a tap the rest (R7). Without a shift it leads to New Sale. */
export function ShiftPanel() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shift = useApp((state) => state.shift);
  const mayOpen = useSession((state) => state.user?.permissions.includes('New Sale') ?? false);
  if (!shift) {
    return (
      <button
        type="button"
        className={styles.none}
        aria-describedby="no-shift"
        disabled={!mayOpen}
        onClick={() => void navigate({ to: pathTo('New Sale') })}
      >
        <Icon name="clock" size={20} />
        <span className="visually-hidden">{t('shift.shift')}</span>
        <span id="no-shift" aria-hidden="true">
          {t('shift.none')}
        </span>
      </button>
    );
  }
  return <OpenShift shift={shift} />;
}

/** Renders the chip of an open shift; its panel comes with the first press. */
function OpenShift({ shift }: { shift: Shift }) {
  const hours = hoursSince(shift.createdAt, useNow());
  const [isWanted, setWanted] = useState(false);
  const chip = <ShiftChip aria-haspopup="dialog" shift={shift} hours={hours} onClick={() => setWanted(true)} />;
  if (!isWanted) return chip;
  return <ShiftPopover shift={shift} hours={hours} placeholder={chip} onClose={() => setWanted(false)} />;
}
