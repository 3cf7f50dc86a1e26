import type { FieldDefinition } from '@atoll/domain/form/field';
import type { FormValues } from '../../../form/form-values.ts';
import { useApp } from '../../../sync/app-store.ts';
import { dateHere } from '../../../sync/outlet-time.ts';
import { type RuleGaps, ruleGaps } from './rule-gaps.ts';

/** Returns what a rule names that no menu has now, and again when the menus change. */
export function useRuleGaps(fields: readonly FieldDefinition[], values: FormValues): RuleGaps {
  const menus = useApp((state) => state.menus);
  return ruleGaps(fields, values, { menus, today: dateHere() });
}
