import type { FieldDefinition } from '@atoll/domain/form/field';
import { useTranslation } from '../locale/use-translation.ts';
import { type FormValues, faultPaths } from './form-values.ts';
import css from './other-faults.module.css';

interface OtherFaultsProps {
  /** The fields in the language of the screen. */
  readonly fields: readonly FieldDefinition[];
  readonly values: FormValues;
  /** The server's messages by path. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Says how many fields have a problem besides the first, which has the focus; nothing when there is no other (R35.51). */
export function OtherFaults({ fields, values, faults }: OtherFaultsProps) {
  const { t } = useTranslation();
  const shown = Object.keys(faults).filter((path) => fields.some(({ key }) => path.split(/[.[]/)[0] === key));
  const count = new Set([...faultPaths(fields, values), ...shown]).size - 1;
  return (
    <p className={css.others} role="status">
      {count > 0 && t('resource.otherFaults', { count })}
    </p>
  );
}
