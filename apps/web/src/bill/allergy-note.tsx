import { billAllergies } from '@atoll/domain/bill/allergies';
import type { Bill } from '@atoll/domain/bill/bill';
import { useTranslation } from '../locale/use-translation.ts';
import css from './allergy-note.module.css';

/** Shows what the guest must not eat, light on dark; nothing when no allergy is known (R23.22, R35.76). */
export function AllergyNote({ bill }: { bill: Pick<Bill, 'allergies' | 'customer' | 'delivery'> }) {
  const { t } = useTranslation();
  const allergies = billAllergies(bill);
  if (!allergies) return null;
  return (
    <p className={css.allergies} role="note">
      {t('bill.allergies', { allergies })}
    </p>
  );
}
