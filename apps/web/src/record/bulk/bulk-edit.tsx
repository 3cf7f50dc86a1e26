import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { bulkFieldsOf } from '@atoll/domain/resources/column';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useState } from 'react';
import { FormDialog } from '../../form/form-dialog.tsx';
import { FormField } from '../../form/form-field.tsx';
import { bodyOf, formMessage, valuesOf } from '../../form/form-values.ts';
import { displayValueOf, formatField } from '../../form/formatted.ts';
import { useLocalizeField } from '../../form/localized.ts';
import { NewRecords } from '../../form/new-record.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { SelectField } from '../../ui/field/field.tsx';
import { BulkDrawer } from './bulk-drawer.tsx';
import type { BulkRequest } from './use-bulk.ts';

export interface BulkProps {
  readonly definition: ResourceDefinition;
  readonly records: readonly ResourceRecord[];
  readonly onClosed: () => void;
}

/** 'Edit 5 records': sets one field of the selected records to the same value. */
export function BulkEdit(props: BulkProps) {
  return (
    <NewRecords form={FormDialog}>
      <EditDrawer {...props} />
    </NewRecords>
  );
}

function EditDrawer({ definition, records, onClosed }: BulkProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const localize = useLocalizeField();
  const fields = bulkFieldsOf(definition).map((field) => localize(field));
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => valuesOf(fields));
  const [key, setKey] = useState(fields[0]?.key ?? '');
  const [asked, setAsked] = useState<BulkRequest | null>(null);
  const [isTried, setTried] = useState(false);
  const field = fields.find((one) => one.key === key);
  if (!field) return null;
  const fault = formMessage(field, values[key]);
  const onPreview = () => {
    setTried(true);
    if (fault !== null) return;
    const value = bodyOf([field], values);
    setAsked({ changes: records.map(({ id, version }) => ({ id, version, ...value })) });
  };
  return (
    <BulkDrawer
      {...{ definition, asked, onPreview, onClosed }}
      title={t('bulk.editTitle', { count: records.length })}
      keys={[key]}
      shown={(record) => formatField(field, displayValueOf(field, record), timezone)}
      go={(count) => t('bulk.change', { count })}
      done={(count) => t('bulk.changed', { count })}
    >
      <SelectField
        label={t('bulk.field')}
        value={key}
        onChange={(event) => {
          setKey(event.currentTarget.value);
          setAsked(null);
          setTried(false);
        }}
        options={fields.map((one) => ({ value: one.key, label: one.label }))}
      />
      <FormField
        key={key}
        field={field}
        value={values[key]}
        onChange={(next) => {
          setValues({ ...values, [key]: next });
          setAsked(null);
        }}
        error={isTried && fault ? fault : undefined}
        showsAllFaults={isTried}
      />
    </BulkDrawer>
  );
}
