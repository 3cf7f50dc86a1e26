import { billAllergies } from '@atoll/domain/bill/allergies';
import type { Bill } from '@atoll/domain/bill/bill';
import { allergensAgainst } from '@atoll/domain/menu/allergy';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { labelText } from '../../../locale/label.ts';
import { t } from '../../../locale/locale.ts';
import { showToast } from '../../../ui/overlay/toast.ts';

/** Warns when an added item contains something that the bill's guest must not eat. It does not keep the item from being added (R35.76). */
export function warnOfAllergy(bill: Bill, item: MenuItem): void {
  const allergies = billAllergies(bill);
  const found = allergensAgainst(item, allergies);
  if (found.length === 0) return;
  const contained = found.map((each) => labelText(each)).join(', ');
  const id = `allergy ${bill.key} ${item.id}`;
  showToast(t('bill.containsAllergen', { name: item.name, allergens: contained, allergies }), 'warning', { id });
}
