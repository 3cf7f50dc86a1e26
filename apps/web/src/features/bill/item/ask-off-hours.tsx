import { useTranslation } from '../../../locale/use-translation.ts';
import { AskTyped } from '../../../ui/overlay/ask-typed.tsx';

interface AskOffHoursProps {
  readonly name: string;
  /** When it is offered, in words. */
  readonly hours: string;
  readonly onSell: () => void;
  readonly onClose: () => void;
}

/** Asks whether an item that no menu offers now is sold all the same (R21.28). */
export function AskOffHours({ name, hours, onSell, onClose }: AskOffHoursProps) {
  const { t } = useTranslation();
  return (
    <AskTyped
      title={name}
      why={hours}
      goOn={t('bill.sellAnyway')}
      correct={t('bill.doNotSell')}
      onGoOn={onSell}
      onClose={onClose}
    />
  );
}
