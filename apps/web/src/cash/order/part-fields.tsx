import { methodLabel } from '@atoll/domain/payment/methods';
import { useTranslation } from 'react-i18next';
import { labelText } from '../../locale/label.ts';
import { SelectField } from '../../ui/field/field.tsx';
import { Input } from '../../ui/field/input.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { needsReference } from '../offered.ts';
import { type Part, partMethods } from './pay-part.ts';

interface PartFieldsProps {
  readonly label: string;
  readonly part: Part;
  readonly onChange: (part: Part) => void;
  readonly error?: string | undefined;
}

/** Asks how much of an order is paid now, and by what. */
export function PartFields({ label, part, onChange, error }: PartFieldsProps) {
  const { t } = useTranslation();
  const methods = partMethods();
  return (
    <>
      <AmountField
        label={label}
        prefix="MVR"
        value={part.amount}
        error={error}
        onChange={(amount) => onChange({ ...part, amount })}
      />
      <SelectField
        label={t('order.method')}
        value={part.method}
        options={methods.map((value) => ({ value, label: labelText(methodLabel(value)) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...part, method: methods.find((one) => one === currentTarget.value) ?? part.method })
        }
      />
      {part.method !== 'Cash' && needsReference(part.method) && (
        <Input
          kind="text"
          label={t('order.reference')}
          value={part.reference}
          onChange={(reference) => onChange({ ...part, reference })}
        />
      )}
    </>
  );
}
