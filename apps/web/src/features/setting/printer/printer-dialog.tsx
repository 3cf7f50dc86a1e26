import { type PrinterConfig, type PrinterView, printerKinds } from '@atoll/domain/contract/bill/print';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discoverPrinters, type FoundPrinters, PrintFault, putPrinter } from '../../../printing/print-server.ts';
import { Button } from '../../../ui/display/button.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/field/field.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import css from '../setting.module.css';

interface PrinterDialogProps {
  /** Absent for a new printer. */
  printer: PrinterView | undefined;
  taken: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}

type Form = Pick<PrinterConfig, 'name' | 'kind' | 'columns'> & {
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly queue: string;
  readonly enabled: boolean;
};

const initialForm = (printer: PrinterView | undefined): Form => ({
  name: printer?.name ?? '',
  kind: printer?.kind ?? 'tcp',
  columns: printer?.columns ?? 48,
  host: printer?.host ?? '',
  port: String(printer?.port ?? 9100),
  path: printer?.path ?? '',
  queue: printer?.queue ?? '',
  enabled: printer?.enabled ?? true,
});

/**
 * Returns what the print server is sent: only the fields of the kind. Fields that the form does not show are unchanged;
 * the status mode is detected again.
 */
function bodyOf(form: Form, printer: PrinterView | undefined) {
  const { name, kind, columns, enabled } = form;
  const { codePage, allRaster, feedBeforeCut } = printer ?? {};
  const rest = { codePage, allRaster, feedBeforeCut };
  const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const where =
    kind === 'tcp'
      ? { host: form.host.trim(), port: Number(form.port) }
      : kind === 'file'
        ? { path: form.path.trim() }
        : kind === 'queue'
          ? { queue: form.queue.trim() }
          : {};
  return { ...kept, name: name.trim(), kind, columns, enabled, ...where };
}

/** Edits a printer of this till: its address, found or typed, and its kind. */
export function PrinterDialog({ printer, taken, onClose, onSaved }: PrinterDialogProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => initialForm(printer));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });
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
    <Modal
      title={printer ? t('setting.printers.editOf', { name: printer.name }) : t('setting.printers.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="main" busy={busy} disabled={!form.name.trim() || isTaken} onClick={() => void save()}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {!printer && <Discover onFound={(found) => set(found)} />}
        <TextField
          label={t('setting.printers.name')}
          hint={t('setting.printers.nameHint')}
          error={isTaken ? t('setting.printers.taken') : undefined}
          required
          maxLength={60}
          disabled={printer !== undefined}
          value={form.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <SelectField
          label={t('setting.printers.kind')}
          hint={t(`setting.printers.kindHints.${form.kind}`)}
          value={form.kind}
          options={printerKinds.map((kind) => ({ value: kind, label: t(`setting.printers.kinds.${kind}`) }))}
          onChange={(event) => set({ kind: event.currentTarget.value as Form['kind'] })}
        />
        {form.kind === 'tcp' && (
          <div className={css.two}>
            <TextField
              label={t('setting.printers.host')}
              inputMode="url"
              value={form.host}
              onChange={(event) => set({ host: event.currentTarget.value })}
            />
            <TextField
              label={t('setting.printers.port')}
              inputMode="numeric"
              value={form.port}
              onChange={(event) => set({ port: event.currentTarget.value })}
            />
          </div>
        )}
        {form.kind === 'file' && (
          <TextField
            label={t('setting.printers.path')}
            value={form.path}
            onChange={(event) => set({ path: event.currentTarget.value })}
          />
        )}
        {form.kind === 'queue' && (
          <TextField
            label={t('setting.printers.queue')}
            value={form.queue}
            onChange={(event) => set({ queue: event.currentTarget.value })}
          />
        )}
        <SelectField
          label={t('setting.printers.width')}
          hint={t('setting.printers.widthHint')}
          value={String(form.columns)}
          options={[48, 42, 32].map((n) => ({ value: String(n), label: t(`setting.printers.widths.${n as 48}`) }))}
          onChange={(event) => set({ columns: Number(event.currentTarget.value) as 48 })}
        />
        <CheckField
          label={t('setting.printers.enabled')}
          checked={form.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
      </div>
    </Modal>
  );
}

/** Looks for printers at this till, and on its network on request. */
function Discover({ onFound }: { onFound: (found: Partial<Form>) => void }) {
  const { t } = useTranslation();
  const [found, setFound] = useState<FoundPrinters>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function look() {
    setBusy(true);
    setError(undefined);
    try {
      setFound(await discoverPrinters(true));
    } catch (caught) {
      setError((caught instanceof PrintFault && caught.message) || t('printJob.gone'));
    } finally {
      setBusy(false);
    }
  }
  const choices: readonly (readonly [string, Partial<Form>])[] = [
    ...(found?.hosts ?? []).map((host) => [host, { kind: 'tcp', host, port: '9100' }] as const),
    ...(found?.queues ?? []).map((queue) => [queue, { kind: 'queue', queue }] as const),
    ...(found?.devices ?? []).map((path) => [path, { kind: 'file', path }] as const),
  ];
  return (
    <div className={css.found}>
      <Button icon="search" busy={busy} onClick={() => void look()}>
        {t('setting.printers.discover')}
      </Button>
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
      {found && choices.length === 0 && (
        <p role="status" className={css.hint}>
          {t('setting.printers.nothingFound')}
        </p>
      )}
      {choices.length > 0 && (
        <ul className={css.tags} aria-label={t('setting.printers.found')}>
          {choices.map(([name, choice]) => (
            <li key={name}>
              <button type="button" onClick={() => onFound(choice)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
