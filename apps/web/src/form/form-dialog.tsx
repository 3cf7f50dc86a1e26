import type { FieldDefinition } from '@atoll/domain/form/field';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError, type ErrorBody, request } from '../api/api.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/display/button.tsx';
import { afterPress } from '../ui/hook/after-press.ts';
import { Drawer, Modal, openDelayMs } from '../ui/overlay/overlay.tsx';
import { Conflict } from './conflict.tsx';
import { draftOf, dropDraft, keepDraft } from './draft.ts';
import css from './form.module.css';
import { FormField, type FormFieldProps } from './form-field.tsx';
import { changedKeys, type FormValues, formMessage } from './form-values.ts';
import { useLocalizeField } from './worded.ts';

export interface FormDialogProps {
  /** For example 'Create Vendor'. */
  readonly title: string;
  /** The main fields, and those folded under 'More'. */
  readonly fields: readonly FieldDefinition[];
  readonly more?: readonly FieldDefinition[] | undefined;
  /** The values at the start (`valuesOf`). */
  readonly values: FormValues;
  /** Key of the draft that survives a reload, such as 'vendor/create'. */
  readonly draftKey: string;
  /** The endpoint, JSON or multipart, and the body. `changed` are the keys that differ from `values`. */
  readonly send: { readonly method: string; readonly path: string; readonly multipart?: boolean };
  readonly toBody: (values: FormValues, changed: readonly string[], theirs: FormValues | null) => unknown;
  readonly onSaved: (answer: unknown) => void;
  readonly onClosed: () => void;
  readonly overlay?: 'drawer' | 'modal' | undefined;
  readonly size?: 's' | 'm' | 'l' | undefined;
  /** Inputs that replace the default widgets, by field key. */
  readonly custom?: Readonly<Record<string, (props: FormFieldProps) => ReactNode>> | undefined;
  readonly saveLabel?: string | undefined;
  /** Content above the fields. */
  readonly children?: ReactNode;
  /** Returns a record of the API as form values, so that changes somebody else saved can be shown. */
  readonly fromRecord?: ((record: FormValues) => FormValues) | undefined;
}

/**
 * Shows the dynamic form (R10.2–R10.5) in a drawer or modal. It asks before it closes with changes, shows a problem at
 * a field once that had the focus, shows a failure in a box, and keeps typed values over errors and reloads.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    fields,
    more = [],
    values: first,
    draftKey,
    send,
    toBody,
    onSaved,
    onClosed,
    overlay = 'drawer',
  } = props;
  const { t } = useTranslation();
  const localize = useLocalizeField();
  const formId = useId();
  const all = [...fields, ...more];
  const [draft] = useState(() => draftOf(draftKey));
  const [base, setBase] = useState(first);
  const [theirs, setTheirs] = useState<FormValues | null>(null);
  const [conflict, setConflict] = useState<FormValues | null>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isOpen, setOpen] = useState(() =>
    more.some(({ key }) => draft?.[key] !== undefined && draft[key] !== first[key]),
  );
  const [isAsking, setAsking] = useState(false);
  const isDone = useRef(false);
  const form = useForm<Record<string, unknown>>({
    mode: 'onTouched',
    defaultValues: { ...first, ...draft },
  });
  const { isSubmitted, isSubmitting } = form.formState;
  const changed = () => changedKeys(all, base, form.getValues());

  // Typed values are stored at once.
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (isDone.current) return;
        if (changedKeys(all, base, values).length > 0) keepDraft(draftKey, withoutSecrets(all, values));
        else dropDraft(draftKey);
      },
    }),
  );
  const blocker = useBlocker({
    shouldBlockFn: () => !isDone.current && useSession.getState().user !== null && changed().length > 0,
    enableBeforeUnload: false,
    withResolver: true,
  });

  const close = () => {
    if (changed().length > 0) return setAsking(true);
    isDone.current = true;
    return onClosed();
  };
  function discard() {
    isDone.current = true;
    dropDraft(draftKey);
    if (blocker.status === 'blocked') blocker.proceed();
    else onClosed();
  }
  function stay() {
    setAsking(false);
    if (blocker.status === 'blocked') blocker.reset();
  }

  function failed(error: unknown) {
    const body = error instanceof CallError ? error.body : null;
    const record = body?.['record'] as FormValues | undefined;
    if (error instanceof CallError && error.status === 409 && record && props.fromRecord) {
      setTheirs(record);
      return setConflict(props.fromRecord(record));
    }
    setFaults(body?.errors ?? {});
    if (Object.keys(body?.errors ?? {}).some((path) => isInMore(path))) setOpen(true);
    return setFailure(body ?? { message: t(error instanceof CallError ? 'resource.failed' : 'resource.away') });
  }
  const isInMore = (path: string) => more.some(({ key }) => path === key || path.startsWith(`${key}[`));

  const save = form.handleSubmit(
    async (typed) => {
      setFailure(null);
      setFaults({});
      try {
        const body = toBody(typed, changedKeys(all, base, typed), theirs);
        const { answer } = await request(send.method, send.path, {
          body,
          quiet: true,
          ...(send.multipart ? { multipart: true } : {}),
        });
        isDone.current = true;
        dropDraft(draftKey);
        onSaved(answer);
      } catch (error) {
        failed(error);
      }
    },
    (wrong) => {
      if (Object.keys(wrong).some(isInMore)) setOpen(true);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`#${CSS.escape(formId)} [aria-invalid="true"]`)?.focus(),
      );
    },
  );

  const row = (field: FieldDefinition) => {
    const Own = props.custom?.[field.key] ?? FormField;
    const localized = localize(field);
    return (
      <Controller
        key={field.key}
        name={field.key}
        control={form.control}
        rules={{ validate: (value) => formMessage(localized, value) ?? true }}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Own
            field={localized}
            value={value}
            onChange={(next) => {
              onChange(next);
              setFaults(
                Object.fromEntries(Object.entries(faults).filter(([path]) => path.split(/[.[]/)[0] !== field.key)),
              );
            }}
            onBlur={() => afterPress(onBlur)}
            error={faults[field.key] ?? (fieldState.error?.message || undefined)}
            faults={faults}
            showsAllFaults={isSubmitted}
            autoFocus={field === fields[0]}
          />
        )}
      />
    );
  };

  const Overlay = overlay === 'modal' ? Modal : Drawer;
  return (
    <Overlay
      title={title}
      onClose={close}
      size={props.size}
      delayMs={openDelayMs}
      footer={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" form={formId} look="main" busy={isSubmitting}>
            {props.saveLabel ?? t('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {draft && (
          <p className={css.restored} role="status">
            {t('resource.restored')}
          </p>
        )}
        {props.children}
        {conflict && (
          <Conflict
            {...{ base, now: conflict }}
            fields={all.map(localize)}
            onAnswer={(isTaken) => {
              // Fields that were not typed into take the other person's values either way.
              const ownKeys = isTaken ? [] : changed();
              for (const key of changedKeys(all, base, conflict))
                if (!ownKeys.includes(key)) form.setValue(key, conflict[key]);
              setBase(conflict);
              setConflict(null);
            }}
          />
        )}
        {failure && <FailureBox failure={failure} />}
        {fields.map(row)}
        {more.length > 0 && (
          <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className={css.more}>
            <summary>{t('resource.more')}</summary>
            <div className={css.form}>{more.map(row)}</div>
          </details>
        )}
      </form>
      {(isAsking || blocker.status === 'blocked') && (
        <Modal
          title={t('resource.sureClose')}
          size="s"
          onClose={stay}
          footer={
            <>
              <Button onClick={stay}>{t('resource.keepTyping')}</Button>
              <Button look="danger" onClick={discard}>
                {t('resource.discard')}
              </Button>
            </>
          }
        >
          <p>{title}</p>
        </Modal>
      )}
    </Overlay>
  );
}

/** Removes passwords from a draft: they are never stored, so they are typed again after a reload. */
const withoutSecrets = (fields: readonly FieldDefinition[], values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => fields.find((one) => one.key === key)?.kind !== 'secret'),
  );

/** Shows the server's response to a failed form: message or title, and details. */
export function FailureBox({ failure }: { failure: ErrorBody }) {
  const { t } = useTranslation();
  const title = failure['title'];
  const heading = failure.message || (typeof title === 'string' && title) || t('resource.failed');
  return (
    <div className={css.failure} role="alert">
      <strong>{heading}</strong>
      {failure.details && failure.details !== heading && <p>{failure.details}</p>}
    </div>
  );
}
