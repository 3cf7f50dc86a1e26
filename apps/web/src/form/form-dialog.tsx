import type { FieldDefinition } from '@atoll/domain/form/field';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ErrorBody } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { focusFirstFault } from '../ui/hook/focus-fault.ts';
import { Drawer, Modal, openDelayMs } from '../ui/overlay/overlay.tsx';
import { Conflict } from './conflict.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import css from './form-dialog.module.css';
import { FormField, type FormFieldProps } from './form-field.tsx';
import { FormNote } from './form-note.tsx';
import { FormRow } from './form-row.tsx';
import { type FormValues, faultPaths, valuesOf } from './form-values.ts';
import { useLocalizeField } from './localized.ts';
import { NewRecords } from './new-record.tsx';
import { OtherFaults } from './other-faults.tsx';
import { useDraftedForm } from './use-drafted-form.ts';
import { type Following, useFollowed } from './use-followed.ts';
import { type FormRequest, useFormRequest } from './use-form-request.ts';

export interface FormDialogProps extends FormRequest {
  /** The main fields, and those folded under 'More'. */
  readonly fields: readonly FieldDefinition[];
  readonly more?: readonly FieldDefinition[] | undefined;
  /** The values at the start (`valuesOf`). */
  readonly values: FormValues;
  /** Key of the draft that survives a reload, such as 'vendor/create'; '' for none. */
  readonly draftKey: string;
  readonly onClosed: () => void;
  readonly overlay?: 'drawer' | 'modal' | undefined;
  readonly size?: 's' | 'm' | 'l' | undefined;
  /** Inputs that replace the default widgets, by field key. */
  readonly custom?: Readonly<Record<string, (props: FormFieldProps) => ReactNode>> | undefined;
  readonly saveLabel?: string | undefined;
  /** A field that takes its value from another one until the person chooses it. */
  readonly following?: Following | undefined;
  /** Content above the fields. */
  readonly children?: ReactNode;
  /** Returns whether a field is shown for the typed values; a field that is not shown is sent as in a new record. */
  readonly shows?: ((key: string, values: FormValues) => boolean) | undefined;
  /** Content below the main fields, for the typed values. */
  readonly below?: ((values: FormValues) => ReactNode) | undefined;
}

/**
 * Shows the dynamic form (R10.2–R10.5) in a drawer or modal. It asks before it closes with changes, shows a problem at
 * a field once that had the focus, shows a failure in a box, and keeps typed values over errors and reloads.
 */
export function FormDialog(props: FormDialogProps) {
  return (
    <NewRecords form={FormDialog}>
      <FormOverlay {...props} />
    </NewRecords>
  );
}

function FormOverlay(props: FormDialogProps) {
  const { title, overlay = 'drawer', shows = () => true } = props;
  const { t } = useTranslation();
  const localize = useLocalizeField();
  const formId = useId();
  const whole = [...props.fields, ...(props.more ?? [])];
  const { form, draft, base, guard, changesIn, rebase } = useDraftedForm({ ...props, fields: whole });
  const { fields, more, all, unshown } = shownOf(props, (key) => shows(key, form.values));
  const followed = useFollowed(form, props.values, props.following);
  const edited = (key: string) => (sending.clearFaults(key), followed(key));
  const { isOpen, setOpen, openFor } = useMore(more, props.values, draft);
  const leadToFaults = (paths: readonly string[]) => {
    openFor(paths);
    focusFirstFault(() => document.getElementById(formId));
  };
  const sending = useFormRequest(props, { onDone: guard.finish, onFaults: leadToFaults });
  const { conflict, failure, faults } = sending;
  const save = (event: FormEvent) =>
    form.submit(event, {
      faultsIn: (typed) => faultPaths(all, typed),
      onValid: (typed) => sending.sendForm({ ...typed, ...unshown }, changesIn({ ...typed, ...unshown })),
      onInvalid: leadToFaults,
    });

  const row = (field: FieldDefinition) => (
    <FormRow
      key={field.key}
      field={localize(field)}
      form={form}
      Widget={props.custom?.[field.key] ?? FormField}
      faults={faults}
      onEdited={edited}
      autoFocus={field === fields[0]}
    />
  );

  const Overlay = overlay === 'modal' ? Modal : Drawer;
  return (
    <Overlay
      title={title}
      onClose={guard.close}
      size={props.size}
      delayMs={openDelayMs}
      leadsToFaults
      footer={
        <>
          {form.isSubmitted && <OtherFaults fields={all.map(localize)} values={form.values} faults={faults} />}
          <Footer formId={formId} label={props.saveLabel} isBusy={form.isSubmitting} onCancel={guard.close} />
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(ownEvent(event))}>
        {draft && (
          <FormNote tone="accent" role="status">
            {t('resource.restored')}
          </FormNote>
        )}
        {props.children}
        {conflict && (
          <Conflict
            {...{ base, now: conflict }}
            fields={all.map(localize)}
            onAnswer={(isTaken) => (rebase(conflict, isTaken), sending.endConflict())}
          />
        )}
        {failure && <FailureBox failure={failure} />}
        {fields.map(row)}
        {props.below?.(form.values)}
        {more.length > 0 && (
          <More isOpen={isOpen} onToggle={setOpen}>
            {more.map(row)}
          </More>
        )}
      </form>
      {guard.isAsking && <DiscardDialog title={title} onStay={guard.stay} onDiscard={guard.discard} />}
    </Overlay>
  );
}

/** Shows fields that are folded until a person opens them. */
function More({ isOpen, onToggle, children }: MoreProps) {
  const { t } = useTranslation();
  return (
    <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)} className={css.more}>
      <summary>{t('resource.more')}</summary>
      <div className={css.form}>{children}</div>
    </details>
  );
}

interface MoreProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** Returns the fields that are shown, and what the others are sent as. */
function shownOf({ fields, more = [] }: Pick<FormDialogProps, 'fields' | 'more'>, shows: (key: string) => boolean) {
  const isShown = ({ key }: FieldDefinition) => shows(key);
  const shown = { fields: fields.filter(isShown), more: more.filter(isShown) };
  const unshown = valuesOf([...fields, ...more].filter((field) => !isShown(field)));
  return { ...shown, all: [...shown.fields, ...shown.more], unshown };
}

/** Returns whether the fields under 'More' are shown: at first when a draft has other values for them, later for their faults. */
function useMore(more: readonly FieldDefinition[], values: FormValues, draft: FormValues | null) {
  const [isOpen, setOpen] = useState(() =>
    more.some(({ key }) => draft?.[key] !== undefined && draft[key] !== values[key]),
  );
  const isInMore = (path: string) => more.some(({ key }) => path === key || path.startsWith(`${key}[`));
  return { isOpen, setOpen, openFor: (paths: readonly string[]) => paths.some(isInMore) && setOpen(true) };
}

/** Returns the event of a form after stopping it: React would pass the event of a small form over this one on to this one. */
function ownEvent(event: FormEvent): FormEvent {
  event.stopPropagation();
  return event;
}

interface FooterProps {
  readonly formId: string;
  readonly label: string | undefined;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function Footer({ formId, label, isBusy, onCancel }: FooterProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button onClick={onCancel}>{t('ui.cancel')}</Button>
      <Button type="submit" form={formId} look="main" busy={isBusy}>
        {label ?? t('ui.save')}
      </Button>
    </>
  );
}

/** Shows the server's response to a failed form: message or title, and details. */
export function FailureBox({ failure }: { failure: ErrorBody }) {
  const { t } = useTranslation();
  const title = failure['title'];
  const heading = failure.message || (typeof title === 'string' && title) || t('resource.failed');
  return (
    <FormNote tone="late" role="alert">
      <strong>{heading}</strong>
      {failure.details && failure.details !== heading && <p>{failure.details}</p>}
    </FormNote>
  );
}
