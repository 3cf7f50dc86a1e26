import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { ReasonForm } from '../../bill/reason/reason-form.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { uuidv7 } from '../../session/id.ts';
import { Hint } from '../../ui/display/hint.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface ExpirePointsProps {
  readonly customerId: number;
  readonly due: number;
  readonly onClose: () => void;
}

/** Asks why the points that are due are taken off a customer, and takes them off. Source: R22.11. */
export function ExpirePoints({ customerId, due, onClose }: ExpirePointsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { act, busy, failure } = useAct();
  const [key] = useState(uuidv7);
  const [reason, setReason] = useState('');
  const send = async (given: string) => {
    const body = { key, customerId, reason: given };
    if (!(await act('expire', () => call('points.expire', { body, inPlace: true })))) return;
    for (const one of ['points.list', 'points.ledger']) void queries.invalidateQueries({ queryKey: [one] });
    onClose();
  };
  return (
    <Modal title={t('points.expire')} size="s" onClose={onClose}>
      <ReasonForm
        presets={t('points.expireReasons').split('|')}
        reason={reason}
        onReason={setReason}
        error={failure?.message}
        isBusy={busy !== null}
        submit={t('points.expire')}
        look="main"
        onSubmit={send}
        onClose={onClose}
      >
        <Hint>{t('points.expireHint', { count: due })}</Hint>
      </ReasonForm>
    </Modal>
  );
}
