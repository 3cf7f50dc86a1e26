import type { PrintBody, PrintLineBody } from '@atoll/domain/contract/bill/print';
import { sizeLabel } from '@atoll/domain/menu/size';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { closePapers, usePapers } from '../../printing/practice.ts';
import { Button } from '../../ui/display/button.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import styles from './practice-papers.module.css';

/** Shows the papers of practice that no printer of this till prints (R31.48). */
export function PracticePapers() {
  const { t } = useTranslation();
  const papers = usePapers((state) => state.papers);
  return (
    <Modal
      title={t('practice.paper')}
      size="s"
      opened={papers.length > 0}
      onClose={closePapers}
      footer={
        <Button look="main" onClick={closePapers}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className={styles.papers}>
        {papers.map((body, index) => (
          <Paper key={`${index} ${body.jobKey}`} body={body} />
        ))}
      </div>
    </Modal>
  );
}

/** Shows what a paper says, with the mark of practice at its top and bottom (R31.47). */
function Paper({ body }: { readonly body: PrintBody }) {
  const { t } = useTranslation();
  const { type, bill, kotNo, slip, station } = body;
  const isTicket = type === 'Kot' || type === 'Bot';
  const mark = <b className={styles.mark}>{t(isTicket ? 'practice.ticket' : 'practice.bill')}</b>;
  const title =
    slip?.title ?? (isTicket ? `${station ?? ''} ${type.toUpperCase()} ${kotNo ?? ''}` : (body.title ?? ''));
  return (
    <article className={styles.paper}>
      {mark}
      <b className={styles.title}>{title.trim() || body.outlet.name}</b>
      {slip ? <SlipRows slip={slip} /> : <p>{slotName(t, bill.type, bill.slot)}</p>}
      <ul>
        {bill.items.map((item, index) => (
          <Line key={item.key ?? index} item={item} />
        ))}
      </ul>
      {!isTicket && !slip && typeof bill.total === 'number' && (
        <p className={styles.total}>
          {t('practice.total')} <b>{formatMoney(laari(bill.total))}</b>
        </p>
      )}
      {mark}
    </article>
  );
}

function Line({ item }: { readonly item: PrintLineBody }) {
  const { t } = useTranslation();
  const { qty, name, change, modifiers = [], notes = [] } = item;
  const size = sizeLabel({ size: item.size ?? '', hasSizes: item.hasSizes ?? undefined });
  return (
    <li>
      <b>{[change === 'Void' ? t('practice.void') : '', `${qty} ×`, name, size].filter(Boolean).join(' ')}</b>
      {[...modifiers.map((one) => one.name), ...notes].map((text) => (
        <span key={text}>{text}</span>
      ))}
    </li>
  );
}

function SlipRows({ slip }: { readonly slip: NonNullable<PrintBody['slip']> }) {
  const { large, rows = [], note } = slip;
  return (
    <>
      {large && <b>{large}</b>}
      {rows.map(({ label, value }, index) => (
        <p key={`${index} ${label}`} className={styles.total}>
          {label} <span>{value}</span>
        </p>
      ))}
      {note && <p>{note}</p>}
    </>
  );
}
