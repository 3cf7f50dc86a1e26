import { grantsOf, groupScreens } from '@atoll/domain/access/overrides';
import {
  actionPermissions,
  type PermissionOverride,
  type Role,
  screenPermissions,
} from '@atoll/domain/access/permission';
import { actionKey, amountText } from '../../approval/action-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import css from './permission-words.module.css';

/** Lists what a person may do: screens, actions, and actions with an approval. */
export function PermissionWords({ role, overrides }: { role: Role; overrides: readonly PermissionOverride[] }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const grants = grantsOf(role, overrides);
  const screens = screenPermissions.filter((one) => grants.get(one)?.effect === 'allow' && !(one in groupScreens));
  const actions = (effect: 'allow' | 'approval') =>
    actionPermissions
      .filter((one) => grants.get(one)?.effect === effect)
      .map((one) => {
        const limit = grants.get(one)?.limit;
        const words = t(actionKey(one));
        return limit === undefined ? words : t('user.upTo', { words, amount: amountText(one, limit) });
      });
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [t('user.screens'), screens.map(localize)],
    [t('user.allowed'), actions('allow')],
    [t('user.onApproval'), actions('approval')],
  ];
  return (
    <dl className={css.may}>
      {rows
        .filter(([, words]) => words.length > 0)
        .map(([title, words]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{joinedList(words)}</dd>
          </div>
        ))}
    </dl>
  );
}
