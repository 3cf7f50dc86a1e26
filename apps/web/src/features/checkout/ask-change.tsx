import { formatMoney, laari } from '@atoll/domain/money/money';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/display/button.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogFields } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import type { ChangeQuestion } from './use-tender.ts';

interface AskChangeProps {
  readonly question: ChangeQuestion;
  readonly onClose: () => void;
}

/** Asks once whether so much cash was really handed over. */
export function AskChange({ question: { planned, go }, onClose }: AskChangeProps) {
  const { t } = useTranslation();
  const money = (amount: number) => formatMoney(laari(amount));
  return (
    <Modal
      title={t('tender.askChange', { amount: money(planned.tendered - planned.amount) })}
      onClose={onClose}
      size="s"
    >
      <DialogFields>
        <p>{t('tender.askChangeWhy', { tendered: money(planned.tendered), amount: money(planned.amount) })}</p>
        <Actions>
          <Button
            onClick={() => {
              onClose();
              go();
            }}
          >
            {t('tender.giveChange')}
          </Button>
          <Button look="main" onClick={onClose}>
            {t('tender.correctAmount')}
          </Button>
        </Actions>
      </DialogFields>
    </Modal>
  );
}
