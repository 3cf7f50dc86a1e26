/** Validation of a setting's value. Source: docs/rules.md#settings. */
import type { SettingDefinition } from '@atoll/domain/outlet/settings';
import { paymentMethods } from '@atoll/domain/payment/methods';
import type { Sentence } from '@atoll/domain/refusal/sentence';

type Kind = SettingDefinition['kind'];

/** Pattern of each value in a list. */
const listPatterns: Readonly<Partial<Record<Kind, RegExp>>> = {
  amounts: /^\d{1,9}$/,
  percents: /^\d{1,3}(\.\d{1,2})?$/,
  currencies: /^[A-Z]{3}:\d{1,7}$/,
  languages: /^.{1,60}=(en|dv)$/,
  methods: new RegExp(`^(?:${paymentMethods.join('|')})$`),
};
const listKinds: ReadonlySet<Kind> = new Set(['texts', 'amounts', 'percents', 'currencies', 'languages', 'methods']);

function wholeNumber(value: string, min: number, max: number): Sentence | undefined {
  const isWithin = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return isWithin ? undefined : `Must be a whole number from ${min} to ${max}`;
}

/** Returns what is wrong with a setting's value, or undefined. An empty value clears the setting. */
export function settingProblem(
  definition: SettingDefinition,
  value: string | undefined,
  values: readonly string[] | undefined,
): Sentence | undefined {
  if (listKinds.has(definition.kind)) {
    if (value !== undefined) return 'Send values, a list';
    const pattern = listPatterns[definition.kind];
    const wrong = values?.find((one) => pattern && !pattern.test(one));
    return wrong === undefined ? undefined : `'${wrong}' is not one of the choices`;
  }
  if (values !== undefined) return 'Send value, a text';
  if (value === undefined || value === '') return undefined;
  switch (definition.kind) {
    case 'text':
      return value.length > definition.maxLength ? `At most ${definition.maxLength} characters` : undefined;
    case 'switch':
      return value === 'true' || value === 'false' ? undefined : "Must be 'true' or 'false'";
    case 'number':
      return wholeNumber(value, definition.min, definition.max);
    case 'money':
      return wholeNumber(value, 0, definition.max);
    case 'choice':
      return definition.of.includes(value) ? undefined : `Must be one of ${definition.of.join(', ')}`;
    case 'rounding':
      return /^\d{1,5}:(nearest|up|down)$/.test(value) ? undefined : 'Must look like 5:nearest';
    default:
      return undefined;
  }
}
