import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Share } from '@atoll/domain/payment/shares';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import css from './share-row.module.css';

interface ShareRowProps {
  readonly share: Share;
  readonly onEnd: () => void;
}

/** Shows which part of a shared bill is paid next, and a button that takes the whole rest instead (R35.30). */
export function ShareRow({ share, onEnd }: ShareRowProps) {
  const { t } = useTranslation();
  const { part, parts, amount } = share;
  return (
    <div className={css.row} role="status">
      <p>
        <b>{t('checkout.part', { part, parts })}</b> {formatMoney(laari(amount))}
      </p>
      <Button onClick={onEnd}>{t('checkout.takeAll')}</Button>
    </div>
  );
}
