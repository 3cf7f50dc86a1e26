/** Creates a record from a dropdown: 'Add a new {label} [{value}]'. Source: R11.5, R35.48. */
import { isAllowed } from '@atoll/domain/contract/platform/endpoint';
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { fieldOf, type ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, type ReactNode, useContext, useState } from 'react';
import { CallError, request } from '../api/api.ts';
import { createOnce } from '../api/unanswered.ts';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { bodyOf, type Chosen, type FormValues, valuesOf } from './form-values.ts';

/** What creating a record from a dropdown starts with. */
interface NewRecord {
  readonly definition: ResourceDefinition;
  /** The same for every attempt, so that sending twice creates one record. */
  readonly key: string;
  /** The typed name, and what the field says about records that are created from it. */
  readonly values: FormValues;
}

/** A small form over the form, for what a new record needs besides its name. */
interface Asked extends NewRecord {
  readonly fields: readonly FieldDefinition[];
  readonly settle: (chosen: Chosen | null) => void;
}

type Ask = (record: NewRecord, fields: readonly FieldDefinition[]) => Promise<Chosen | null>;

const AskContext = createContext<Ask | null>(null);

/** What the small form takes of the dialog of forms. */
interface SmallFormProps {
  readonly title: string;
  readonly overlay: 'modal';
  readonly size: 's';
  readonly fields: readonly FieldDefinition[];
  readonly values: FormValues;
  readonly draftKey: string;
  readonly send: { readonly method: string; readonly path: string };
  readonly toBody: (values: FormValues) => unknown;
  readonly onSaved: (answer: unknown) => void;
  readonly onClosed: () => void;
}

interface NewRecordsProps {
  /** The dialog that shows the small form. */
  readonly form: ComponentType<SmallFormProps>;
  readonly children: ReactNode;
}

/** Lets the dropdowns inside ask for what a new record needs, in a small form over their form. */
export function NewRecords({ form: Form, children }: NewRecordsProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask: Ask = (record, fields) =>
    new Promise((settle) => {
      setAsked({ ...record, fields, settle });
    });
  const end = (chosen: Chosen | null) => {
    asked?.settle(chosen);
    setAsked(null);
  };
  return (
    <AskContext value={ask}>
      {children}
      {asked && (
        <Form
          key={asked.key}
          title={t('resource.create', { name: localize(asked.definition.name) })}
          overlay="modal"
          size="s"
          fields={asked.fields}
          values={valuesOf(asked.fields, asked.values)}
          draftKey=""
          send={endpointsOf(asked.definition).create}
          toBody={(values) => ({ key: asked.key, ...asked.values, ...bodyOf(asked.fields, values) })}
          onSaved={(answer) => {
            void queries.invalidateQueries({ queryKey: [endpointsOf(asked.definition).list.key] });
            end(chosenOf(asked.definition, answer));
          }}
          onClosed={() => end(null)}
        />
      )}
    </AskContext>
  );
}

function chosenOf({ label }: ResourceDefinition, answer: unknown): Chosen {
  const record = answer as FormValues;
  return { id: Number(record['id']), name: String(record[label]) };
}

/** Returns the fields of the small form: the name, what a new record must have, and `more` that the server asked for. */
function fieldsFor(record: NewRecord, more: readonly string[] = []): FieldDefinition[] {
  const { definition, values } = record;
  const isMissing = (field: (typeof definition.fields)[number]) =>
    field.required === true && field.initial === undefined && values[field.key] === undefined;
  const others = definition.fields.filter(
    (field) => field.key !== definition.label && !field.isReadOnly && (isMissing(field) || more.includes(field.key)),
  );
  return [fieldOf(definition, definition.label), ...others];
}

/** Returns the keys of fields that the server refused, or null for another failure. */
function refusedFields(error: unknown): string[] | null {
  const errors = error instanceof CallError ? error.body?.errors : undefined;
  return errors ? Object.keys(errors).map((path) => path.split(/[.[]/)[0] ?? '') : null;
}

/**
 * Returns the function that creates a record of an entity with a typed name and returns it, or null when the person cancelled or the server
 * refused it. Undefined for people who may not create such records.
 */
export function useNewRecord({
  entity = '',
  newRecord,
}: Pick<FieldDefinition, 'entity' | 'newRecord'>): ((text: string) => Promise<Chosen | null>) | undefined {
  const { t } = useTranslation();
  const ask = useContext(AskContext);
  const definition = findResource(entity);
  const mayCreate = useSession(
    ({ user }) =>
      definition !== undefined && isAllowed(endpointsOf(definition).create.access, new Set(user?.permissions)),
  );
  if (!definition || !mayCreate || !ask) return undefined;
  return async (text) => {
    const record: NewRecord = { definition, key: uuidv7(), values: { ...newRecord, [definition.label]: text } };
    const fields = fieldsFor(record);
    if (fields.length > 1) return ask(record, fields);
    const { method, path } = endpointsOf(definition).create;
    try {
      const send = (body: object) => request(method, path, { body, inPlace: true });
      const { answer } = await createOnce(path, { ...record.values, key: record.key }, send);
      return chosenOf(definition, answer);
    } catch (error) {
      const refused = refusedFields(error);
      if (refused) return ask(record, fieldsFor(record, refused));
      showToast((error instanceof CallError && error.body?.message) || t('resource.away'), 'error');
      return null;
    }
  };
}
