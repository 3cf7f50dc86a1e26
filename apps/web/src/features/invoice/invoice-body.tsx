import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { methodLabel } from '@atoll/domain/payment/methods';
import { useTranslation } from 'react-i18next';
import { recordDate } from '../../locale/instant.ts';
import { labelText, useLabel } from '../../locale/label.ts';
import { FactList } from '../../record/fact-list.tsx';
import css from '../../record/record-view.module.css';
import { qtyText } from '../../stock/quantity.ts';
import { Money, moneyText } from '../../ui/display/money.tsx';
import attachmentCss from './paper.module.css';
import { AttachmentView } from './paper.tsx';

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
      <FactList facts={facts} className={css.facts} />
      <LineTable invoice={invoice} />
      <Totals invoice={invoice} />
      {invoice.payments.length > 0 && <Payments invoice={invoice} />}
      {invoice.attachments.length > 0 && (
        <section>
          <h3 className={css.heading}>{t('invoice.attachments')}</h3>
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
    <div className={css.scroll}>
      <table className={css.table}>
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
              <td className={css.name}>
                {line.name || line.description}
                <span className={css.small}>
                  {[
                    line.name ? line.description : '',
                    line.discountPct ? `−${line.discountPct} %` : '',
                    line.gstPct ? `${t('invoice.gst')} ${line.gstPct} %` : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  <span className={css.narrow}>{` · ${moneyText(line.unitPrice, false)}`}</span>
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
      </table>
    </div>
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
    <dl className={css.total}>
      {rows
        .filter(([, amount], index) => index === 0 || amount !== 0)
        .map(([label, amount]) => (
          <Row key={label} label={label} amount={amount} />
        ))}
      <dt className={css.grand}>{t('invoice.total')}</dt>
      <dd className={css.grand}>
        {invoice.currency} <Money laari={invoice.total} />
      </dd>
      {invoice.paid > 0 && (
        <>
          <Row label={t('invoice.paid')} amount={invoice.paid} />
          <Row label={t('invoice.owed')} amount={invoice.total - invoice.paid} />
        </>
      )}
    </dl>
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
    <section>
      <h3 className={css.heading}>{t('invoice.payments')}</h3>
      <ul className={css.steps}>
        {invoice.payments.map((payment) => (
          <li key={payment.key}>
            <strong>{moneyText(payment.amount, false)}</strong>
            <span>
              {[
                recordDate(payment.date),
                labelText(methodLabel(payment.method)),
                payment.reference,
                payment.paidFromShift ? t('invoice.fromShift') : '',
                payment.byName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
