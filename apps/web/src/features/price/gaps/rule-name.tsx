import type { FieldDefinition } from '@atoll/domain/form/field';
import type { FormValues } from '../../../form/form-values.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { namesText } from './names-text.ts';
import css from './rule-name.module.css';
import { useRuleGaps } from './use-rule-gaps.ts';

/** The most names in a row of a list. */
const maxNames = 3;

interface RuleProps {
  readonly fields: readonly FieldDefinition[];
  readonly values: FormValues;
}

/** Shows the name of a rule in its list; below it what of it is on no menu now. */
export function RuleName({ fields, values }: RuleProps) {
  return (
    <>
      {String(values['name'])}
      <ShortGaps {...{ fields, values }} />
    </>
  );
}

/** Names what of a rule is on no menu now, in a row of a list. */
export function ShortGaps({ fields, values }: RuleProps) {
  const { t } = useTranslation();
  const { items, sizes } = useRuleGaps(fields, values);
  return (
    <>
      {items.length > 0 && (
        <small className={css.gap}>{t('ruleGap.noMenu', { names: namesText(items, maxNames, t) })}</small>
      )}
      {sizes.length > 0 && (
        <small className={css.gap}>{t('ruleGap.noSize', { names: namesText(sizes, maxNames, t) })}</small>
      )}
    </>
  );
}
