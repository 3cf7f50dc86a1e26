import { formatMoney, laari } from '@atoll/domain/money/money';
import { useTranslation } from '../../locale/use-translation.ts';
import { AskTyped } from '../../ui/overlay/ask-typed.tsx';
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
    <AskTyped
      title={t('tender.askChange', { amount: money(planned.tendered - planned.amount) })}
      why={t('tender.askChangeWhy', { tendered: money(planned.tendered), amount: money(planned.amount) })}
      goOn={t('tender.giveChange')}
      correct={t('tender.correctAmount')}
      onGoOn={go}
      onClose={onClose}
    />
  );
}
