/** A form whose typed values survive a reload, and are not lost without asking. Source: R10.3. */
import type { FieldDefinition } from '@atoll/domain/form/field';
import { useState } from 'react';
import { draftOf, dropDraft, keepDraft } from './draft.ts';
import { changedKeys, type FormValues } from './form-values.ts';
import { useForm } from './use-form.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

interface DraftedForm {
  /** All fields, also those folded under 'More'. */
  readonly fields: readonly FieldDefinition[];
  readonly values: FormValues;
  readonly draftKey: string;
  readonly onClosed: () => void;
}

/** Returns the form with its draft, the values on which it is based, and the guard that asks before it is left. */
export function useDraftedForm({ fields, values: first, draftKey, onClosed }: DraftedForm) {
  const [draft] = useState(() => draftOf(draftKey));
  const [base, setBase] = useState(first);
  const changesIn = (values: FormValues) => changedKeys(fields, base, values);
  // Typed values are stored at once.
  const store = (values: FormValues) => {
    if (guard.isDone()) return;
    if (changesIn(values).length > 0) keepDraft(draftKey, withoutSecrets(fields, values));
    else dropDraft(draftKey);
  };
  const form = useForm({ first: { ...first, ...draft }, onChange: store });
  const guard = useLeaveGuard({ draftKey, isChanged: () => changesIn(form.latestValues()).length > 0, onClosed });

  /** Bases the form on what somebody else saved: `isTaken` replaces typed values, otherwise they stay. */
  function rebase(now: FormValues, isTaken: boolean): void {
    // Fields that were not typed into take the other person's values either way.
    const ownKeys = isTaken ? [] : changesIn(form.latestValues());
    for (const key of changesIn(now)) if (!ownKeys.includes(key)) form.setValue(key, now[key]);
    setBase(now);
  }

  return { form, draft, base, guard, changesIn, rebase };
}

/** Removes passwords from a draft: they are never stored, so they are typed again after a reload. */
const withoutSecrets = (fields: readonly FieldDefinition[], values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => fields.find((one) => one.key === key)?.kind !== 'secret'),
  );
