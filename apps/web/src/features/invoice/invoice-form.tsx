import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { wallClock } from '@atoll/domain/date/business-day';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { valuesOf } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { DeletePanel } from '../../record/delete-panel.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { uuidv7 } from '../../session/id.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { formOf, invoiceBody, useInvoiceFields } from './invoice-fields.ts';
import { InvoiceFiles } from './invoice-files.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { invoicesPath } from './invoice-list.tsx';

interface InvoiceFormProps {
  readonly invoice: PurchaseInvoice | null;
  readonly title: string;
  readonly overlay: 'modal' | 'drawer';
  readonly onClosed: () => void;
}

/** Shows the form of a purchase invoice: a new one, or an existing draft. */
function InvoiceForm({ invoice, title, overlay, onClosed }: InvoiceFormProps) {
  const { t } = useTranslation();
  const go = useGo(invoicesPath);
  const refresh = useStockRefresh();
  const timezone = useTimezone();
  // The version that the form started from is the one that it sends.
  const [stored] = useState(invoice);
  const [key] = useState(uuidv7);
  const parts = useInvoiceFields();
  const [today] = useState(() => wallClock(tillNow(), timezone).date);
  const defaults = { invoiceDate: today, gstMode: 'Exclusive', currency: 'MVR', lines: [{ kind: 'Item', gstPct: 8 }] };
  return (
    <FormDialog
      {...parts}
      {...{ title, overlay, onClosed }}
      size="l"
      values={valuesOf([...parts.fields, ...parts.more], stored ? formOf(stored) : defaults)}
      draftKey={`invoice/${stored?.id ?? 'create'}`}
      custom={{ lines: InvoiceLines, attachments: InvoiceFiles }}
      send={stored ? { method: 'PUT', path: '/ims/invoice/update' } : { method: 'POST', path: '/ims/invoice/create' }}
      toBody={(values) => ({
        ...(stored ? { id: stored.id, version: stored.version } : { key }),
        ...invoiceBody(parts, values),
      })}
      onSaved={(answer) => {
        refresh();
        showToast(t('resource.saved', { name: t('invoice.one') }), 'good');
        go(`view/${(answer as PurchaseInvoice).id}`);
      }}
    />
  );
}

/** Shows 'Create Invoice' in a modal (R2.21): creates the draft of a purchase invoice, then opens its view, which offers to post it. */
export function CreateInvoice() {
  const { t } = useTranslation();
  const close = useReturn(invoicesPath);
  const title = t('resource.create', { name: t('invoice.one') });
  return <InvoiceForm invoice={null} title={title} overlay="modal" onClosed={close} />;
}

function useInvoice() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return useFound('invoice.find', id, () => call('invoice.find', { params: { id }, inPlace: true }));
}

/** Shows 'Edit Invoice' in a drawer: changes a purchase invoice while it is a draft. */
export function EditInvoice() {
  const { t } = useTranslation();
  const close = useReturn(invoicesPath);
  const found = useInvoice();
  const title = t('resource.edit', { name: t('invoice.one') });
  // The form starts from what the server has now, never from cached data.
  if (!found.data || !found.isFetchedAfterMount)
    return (
      <FoundPanel found={found} title={title} onClose={close}>
        {() => null}
      </FoundPanel>
    );
  return <InvoiceForm invoice={found.data} title={title} overlay="drawer" onClosed={close} />;
}

/** Shows 'Delete Invoice': asks, then deletes a purchase invoice. */
export function DeleteInvoice() {
  const { t } = useTranslation();
  const close = useReturn(invoicesPath);
  const refresh = useStockRefresh();
  return (
    <DeletePanel
      found={useInvoice()}
      name={t('invoice.one')}
      nameOf={(invoice) => `${invoice.number}, ${invoice.vendorName}`}
      remove={({ id }) => call('invoice.delete', { params: { id: String(id) }, inPlace: true })}
      onDeleted={refresh}
      onClose={close}
    />
  );
}
