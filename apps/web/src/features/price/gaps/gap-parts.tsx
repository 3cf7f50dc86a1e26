import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { FieldDefinition } from '@atoll/domain/form/field';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { type FormValues, valuesOf } from '../../../form/form-values.ts';
import type { ResourceParts } from '../../../resource/resource-screens.tsx';
import { RuleGapsNote } from './rule-gaps-note.tsx';
import { RuleName } from './rule-name.tsx';

/** Returns the parts of the screens of a rule that name what of it is on no menu now: in its list, its card and its form. */
export function gapParts(
  definition: ResourceDefinition,
  fieldsOf: (values: FormValues) => readonly FieldDefinition[] = () => definition.fields,
): Required<Pick<ResourceParts, 'grid' | 'card' | 'form'>> {
  const named = (values: FormValues) => ({ values, fields: fieldsOf(values) });
  // A deleted rule counts no more.
  const ofRecord = (record: ResourceRecord) =>
    record.isActive ? named(valuesOf(definition.fields, record)) : { values: record, fields: [] };
  return {
    grid: {
      columns: [
        {
          key: 'name',
          label: '',
          strong: true,
          width: 220,
          cell: (record) => <RuleName {...ofRecord(record)} />,
          text: (record) => String(record['name']),
        },
      ],
    },
    card: { below: (record) => <RuleGapsNote {...ofRecord(record)} /> },
    form: { below: (values) => <RuleGapsNote {...named(values)} /> },
  };
}
