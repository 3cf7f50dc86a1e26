import type { FieldDefinition } from '@atoll/domain/form/field';
import { FormNote } from '../../../form/form-note.tsx';
import type { FormValues } from '../../../form/form-values.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { namesText } from './names-text.ts';
import { useRuleGaps } from './use-rule-gaps.ts';

/** The most names in a note. */
const maxNames = 10;

/** Names what of a rule is on no menu now, and says what to do about it; nothing where all is there. */
export function RuleGapsNote({ fields, values }: { fields: readonly FieldDefinition[]; values: FormValues }) {
  const { t } = useTranslation();
  const { items, sizes } = useRuleGaps(fields, values);
  return (
    <>
      {items.length > 0 && (
        <FormNote tone="saved" role="status">
          {t('ruleGap.items', { names: namesText(items, maxNames, t) })}
        </FormNote>
      )}
      {sizes.length > 0 && (
        <FormNote tone="saved" role="status">
          {t('ruleGap.sizes', { names: namesText(sizes, maxNames, t) })}
        </FormNote>
      )}
    </>
  );
}
