import { type PrinterView, printerKinds } from '@atoll/domain/contract/bill/print';
import { useState } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { PrintFault, putPrinter } from '../../../printing/print-server.ts';
import { CheckField, SelectField, TextField } from '../../../ui/field/field.tsx';
import { ActionDialog } from '../../../ui/overlay/dialog-form.tsx';
import { SettingError } from '../setting-note.tsx';
import { DiscoverPrinters } from './discover-printers.tsx';
import css from './printer-dialog.module.css';
import { bodyOf, initialForm, type PrinterForm } from './printer-form.ts';

interface PrinterDialogProps {
  /** Absent for a new printer. */
  printer: PrinterView | undefined;
  taken: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}

/** Edits a printer of this till: its address, found or typed, and its kind. */
export function PrinterDialog({ printer, taken, onClose, onSaved }: PrinterDialogProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => initialForm(printer));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<PrinterForm>) => setForm({ ...form, ...change });
  const isTaken = !printer && taken.includes(form.name.trim());

  async function save() {
    setBusy(true);
    setError(undefined);
    try {
      await putPrinter(bodyOf(form, printer));
      onSaved();
    } catch (caught) {
      const fault = caught instanceof PrintFault ? caught : null;
      setError([fault?.message, fault?.details].filter(Boolean).join('. ') || t('printJob.gone'));
      setBusy(false);
    }
  }

  return (
    <ActionDialog
      title={printer ? t('setting.printers.editOf', { name: printer.name }) : t('setting.printers.add')}
      onClose={onClose}
      action={t('ui.save')}
      busy={busy}
      disabled={!form.name.trim() || isTaken}
      onAction={() => void save()}
    >
      {!printer && <DiscoverPrinters onFound={(found) => set(found)} />}
      <PrinterFields {...{ form, isTaken }} isNamed={printer !== undefined} onChange={set} />
      {error && <SettingError>{error}</SettingError>}
    </ActionDialog>
  );
}

interface PrinterFieldsProps extends PrinterFormProps {
  /** Whether another printer has the typed name. */
  readonly isTaken: boolean;
  /** Whether the printer has a name already, which stays. */
  readonly isNamed: boolean;
}

function PrinterFields({ form, isTaken, isNamed, onChange }: PrinterFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('setting.printers.name')}
        hint={t('setting.printers.nameHint')}
        error={isTaken ? t('setting.printers.taken') : undefined}
        required
        maxLength={60}
        disabled={isNamed}
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SelectField
        label={t('setting.printers.kind')}
        hint={t(`setting.printers.kindHints.${form.kind}`)}
        value={form.kind}
        options={printerKinds.map((kind) => ({ value: kind, label: t(`setting.printers.kinds.${kind}`) }))}
        onChange={(event) => onChange({ kind: event.currentTarget.value as PrinterForm['kind'] })}
      />
      <AddressFields form={form} onChange={onChange} />
      <SelectField
        label={t('setting.printers.width')}
        hint={t('setting.printers.widthHint')}
        value={String(form.columns)}
        options={[48, 42, 32].map((n) => ({ value: String(n), label: t(`setting.printers.widths.${n as 48}`) }))}
        onChange={(event) => onChange({ columns: Number(event.currentTarget.value) as 48 })}
      />
      <CheckField
        label={t('setting.printers.enabled')}
        checked={form.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
      <CheckField
        label={t('setting.printers.practice')}
        checked={form.practice}
        onChange={(event) => onChange({ practice: event.currentTarget.checked })}
      />
    </>
  );
}

interface PrinterFormProps {
  readonly form: PrinterForm;
  readonly onChange: (change: Partial<PrinterForm>) => void;
}

/** Edits where the print server reaches a printer of the chosen kind. */
function AddressFields({ form, onChange }: PrinterFormProps) {
  const { t } = useTranslation();
  return (
    <>
      {form.kind === 'tcp' && (
        <div className={css.two}>
          <TextField
            label={t('setting.printers.host')}
            inputMode="url"
            value={form.host}
            onChange={(event) => onChange({ host: event.currentTarget.value })}
          />
          <TextField
            label={t('setting.printers.port')}
            inputMode="numeric"
            value={form.port}
            onChange={(event) => onChange({ port: event.currentTarget.value })}
          />
        </div>
      )}
      {form.kind === 'file' && (
        <TextField
          label={t('setting.printers.path')}
          value={form.path}
          onChange={(event) => onChange({ path: event.currentTarget.value })}
        />
      )}
      {form.kind === 'queue' && (
        <TextField
          label={t('setting.printers.queue')}
          value={form.queue}
          onChange={(event) => onChange({ queue: event.currentTarget.value })}
        />
      )}
    </>
  );
}
