import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { uuidv7 } from '../../session/id.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Input } from '../../ui/field/input.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface AdjustPointsProps {
  readonly customerId: number;
  readonly onClose: () => void;
}

/** Asks how many points a customer gets or loses, and why. */
export function AdjustPoints({ customerId, onClose }: AdjustPointsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { act, busy, failure } = useAct();
  const [key] = useState(uuidv7);
  const [reason, setReason] = useState('');
  const [sign, setSign] = useState<'add' | 'take'>('add');
  const [points, setPoints] = useState<number | null>(null);
  const send = async (given: string) => {
    const body = { key, customerId, points: (sign === 'add' ? 1 : -1) * (points ?? 0), reason: given };
    if (!(await act('adjust', () => call('points.adjust', { body, inPlace: true })))) return;
    for (const one of ['points.list', 'points.ledger']) void queries.invalidateQueries({ queryKey: [one] });
    onClose();
  };
  return (
    <Modal title={t('points.adjust')} size="s" onClose={onClose}>
      <ReasonForm
        presets={t('points.reasons').split('|')}
        reason={reason}
        onReason={setReason}
        fault={points ? undefined : t('points.needed')}
        error={failure?.message}
        isBusy={busy !== null}
        submit={t('points.adjust')}
        look="main"
        onSubmit={send}
        onClose={onClose}
      >
        <Segmented
          label={t('points.adjust')}
          items={(['add', 'take'] as const).map((value) => ({ value, label: t(`points.signs.${value}`) }))}
          value={sign}
          onChange={setSign}
        />
        <Input kind="integer" label={t('points.points')} value={points} onChange={setPoints} />
      </ReasonForm>
    </Modal>
  );
}
