import { billAllergies } from '@atoll/domain/bill/allergies';
import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { allergensAgainst } from '@atoll/domain/menu/allergy';
import { joinedList } from '../../../locale/joined-list.ts';
import { useLabel } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import css from './allergy-warning.module.css';
import { findMenuItem } from './menu-item.ts';

/** Names the items of a bill that contain what its guest must not eat, for as long as they are on it. It keeps no item from being added (R35.76). */
export function AllergyWarning({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const menus = useApp((state) => state.menus);
  const allergies = billAllergies(bill);
  if (!allergies) return null;
  const warnings = liveItems(bill).flatMap(({ menuItemId, name }) => {
    const found = allergensAgainst(findMenuItem(menus, menuItemId)?.item ?? {}, allergies);
    const contained = found.map((each) => localize(each)).join(', ');
    return contained ? [t('bill.containsAllergen', { name, allergens: contained })] : [];
  });
  if (warnings.length === 0) return null;
  return (
    <p className={css.warning} role="alert">
      <Icon name="warning" size={20} />
      {joinedList([...new Set(warnings)])}
    </p>
  );
}
