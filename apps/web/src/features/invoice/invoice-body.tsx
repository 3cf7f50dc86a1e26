import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { methodLabel } from '@atoll/domain/payment/methods';
import { recordDate } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { labelText, useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import parts from '../../record/record-parts.module.css';
import { RecordTable } from '../../record/record-table.tsx';
import { Timeline } from '../../record/timeline.tsx';
import { TotalList } from '../../record/total-list.tsx';
import { qtyText } from '../../stock/quantity.ts';
import { Money, moneyText } from '../../ui/display/money.tsx';
import attachmentCss from './attachment-view.module.css';
import { AttachmentView } from './attachment-view.tsx';

/** Shows the invoice: vendor, dates, items, totals, payments, attachments. */
export function InvoiceBody({ invoice }: { readonly invoice: PurchaseInvoice }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const facts: readonly (readonly [string, string])[] = [
    [t('invoice.vendor'), invoice.vendorName],
    [t('invoice.vendorNo'), invoice.vendorInvoiceNo],
    [t('invoice.date'), recordDate(invoice.invoiceDate)],
    [t('invoice.due'), recordDate(invoice.dueDate)],
    [t('invoice.storage'), invoice.storageName],
    [t('invoice.gstMode'), localize(invoice.gstMode)],
    [t('invoice.currency'), invoice.currency === 'MVR' ? '' : `${invoice.currency} × ${invoice.rate}`],
    [t('stock.reason'), invoice.reason],
    [t('invoice.note'), invoice.note],
  ];
  return (
    <>
      <FactList facts={facts} isGrid />
      <LineTable invoice={invoice} />
      <Totals invoice={invoice} />
      {invoice.payments.length > 0 && <Payments invoice={invoice} />}
      {invoice.attachments.length > 0 && (
        <section>
          <h3 className={parts.heading}>{t('invoice.attachments')}</h3>
          <div className={attachmentCss.attachments}>
            {invoice.attachments.map((file) => (
              <AttachmentView key={`${file.url} ${file.name}`} file={file} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function LineTable({ invoice }: { readonly invoice: PurchaseInvoice }) {
  const { t } = useTranslation();
  return (
    <RecordTable>
      <thead>
        <tr>
          <th scope="col">{t('invoice.item')}</th>
          <th scope="col" data-end>
            {t('invoice.qty')}
          </th>
          <th scope="col" data-end data-wide>
            {t('invoice.receivedQty')}
          </th>
          <th scope="col" data-end data-wide>
            {t('invoice.price')}
          </th>
          <th scope="col" data-end>
            {t('invoice.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line) => (
          <tr key={line.id}>
            <td data-name>
              {line.name || line.description}
              <span data-small>
                {joinedList([
                  line.name ? line.description : '',
                  line.discountPct ? `−${line.discountPct} %` : '',
                  line.gstPct ? `${t('invoice.gst')} ${line.gstPct} %` : '',
                ])}
                <span data-narrow>{` · ${moneyText(line.unitPrice, false)}`}</span>
              </span>
            </td>
            <td data-end>{qtyText(line.qty, line.unit)}</td>
            <td data-end data-wide>
              {line.kind === 'Item' ? qtyText(line.qtyReceived) : ''}
            </td>
            <td data-end data-wide>
              <Money laari={line.unitPrice} />
            </td>
            <td data-end>
              <Money laari={line.lineTotal} />
            </td>
          </tr>
        ))}
      </tbody>
    </RecordTable>
  );
}

function Totals({ invoice }: { readonly invoice: PurchaseInvoice }) {
  const { t } = useTranslation();
  const rows: readonly (readonly [string, number])[] = [
    [t('invoice.subTotal'), invoice.subTotal],
    [t('invoice.discount'), -invoice.discount],
    [t('invoice.gst'), invoice.gst],
    [t('invoice.otherCharges'), invoice.otherCharges],
  ];
  return (
    <TotalList>
      {rows
        .filter(([, amount], index) => index === 0 || amount !== 0)
        .map(([label, amount]) => (
          <Row key={label} label={label} amount={amount} />
        ))}
      <dt data-grand>{t('invoice.total')}</dt>
      <dd data-grand>
        {invoice.currency} <Money laari={invoice.total} />
      </dd>
      {invoice.paid > 0 && (
        <>
          <Row label={t('invoice.paid')} amount={invoice.paid} />
          <Row label={t('invoice.owed')} amount={invoice.total - invoice.paid} />
        </>
      )}
    </TotalList>
  );
}

function Row({ label, amount }: { readonly label: string; readonly amount: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Money laari={amount} />
      </dd>
    </>
  );
}

function Payments({ invoice }: { readonly invoice: PurchaseInvoice }) {
  const { t } = useTranslation();
  return (
    <Timeline title={t('invoice.payments')} list="ul">
      {invoice.payments.map((payment) => (
        <li key={payment.key}>
          <strong>{moneyText(payment.amount, false)}</strong>
          <span>
            {joinedList([
              recordDate(payment.date),
              labelText(methodLabel(payment.method)),
              payment.reference,
              payment.paidFromShift ? t('invoice.fromShift') : '',
              payment.byName,
            ])}
          </span>
        </li>
      ))}
    </Timeline>
  );
}
