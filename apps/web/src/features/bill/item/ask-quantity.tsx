import { quantityText } from '@atoll/domain/money/quantity';
import { useTranslation } from '../../../locale/use-translation.ts';
import { AskTyped } from '../../../ui/overlay/ask-typed.tsx';

interface AskQuantityProps {
  readonly name: string;
  readonly qty: number;
  /** '' for an item that is counted. */
  readonly unit: string;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

/** Asks once whether so much of an item is really sold (docs/rules.md#large-quantity). */
export function AskQuantity({ name, qty, unit, onGoOn, onClose }: AskQuantityProps) {
  const { t } = useTranslation();
  const quantity = quantityText(qty, unit);
  return (
    <AskTyped
      title={t('tender.askQuantity', { quantity })}
      why={t('tender.askQuantityWhy', { quantity, name })}
      goOn={t('tender.quantityRight')}
      correct={t('tender.correctQuantity')}
      onGoOn={onGoOn}
      onClose={onClose}
    />
  );
}
