import type { CustomerBeside, MergePreview } from '@atoll/domain/contract/people/customer-record';
import { customer } from '@atoll/domain/resources/customer';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { FailureBox } from '../../form/form-dialog.tsx';
import { displayValueOf, formatField } from '../../form/formatted.ts';
import { shortDay } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useRefresh } from '../../resource/use-record.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './merge-dialog.module.css';

interface MergeDialogProps {
  readonly customers: readonly CustomerBeside[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const nameOf = ({ name, phone, code }: CustomerBeside): string => name || phone || code;

/** Merges several customers into one: asks which one stays, and shows what moves to it. */
export function MergeDialog({ customers, onDone, onClose }: MergeDialogProps) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  const refresh = useRefresh(customer);
  // The oldest customer stays by default, because other records refer to it.
  const [keptId, setKeptId] = useState(() => Math.min(...customers.map(({ id }) => id)));
  const others = customers.filter(({ id }) => id !== keptId);
  const kept = customers.find(({ id }) => id === keptId);

  async function merge() {
    const done = await act('merge', async () => {
      for (const { id } of others) await call('customer.merge', { body: { toId: keptId, fromId: id }, inPlace: true });
    });
    refresh();
    if (!done || !kept) return;
    showToast(t('customer.merged', { count: others.length, name: nameOf(kept) }), 'good');
    onDone();
  }

  return (
    <Modal
      title={t('customer.mergeTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="main" busy={busy !== null} onClick={() => void merge()}>
            {t('customer.merge')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {failure && <FailureBox failure={failure} />}
        <fieldset className={css.choices}>
          <legend>{t('customer.stands')}</legend>
          {customers.map((one) => (
            <label key={one.id} className={css.choice}>
              <input type="radio" name="stays" checked={one.id === keptId} onChange={() => setKeptId(one.id)} />
              <About customer={one} />
            </label>
          ))}
        </fieldset>
        {others.map((one) => (
          <Moves key={`${keptId} ${one.id}`} toId={keptId} from={one} />
        ))}
        <p className={css.hint}>{t('customer.mergeForGood')}</p>
      </div>
    </Modal>
  );
}

/** Describes a customer in two lines. */
export function About({ customer: one }: { readonly customer: CustomerBeside }) {
  const { t } = useTranslation();
  const facts = [one.code, one.phone, one.phone2, one.email, one.company].filter((fact) => fact !== '');
  return (
    <span className={css.about}>
      <strong>{nameOf(one)}</strong>
      <span>{joinedList([...facts, t('customer.since', { date: shortDay(one.createdAt.slice(0, 10), true) })])}</span>
    </span>
  );
}

function Moves({ toId, from }: { readonly toId: number; readonly from: CustomerBeside }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const found = useQuery({
    queryKey: ['customer.previewMerge', toId, from.id],
    queryFn: () =>
      call('customer.previewMerge', { query: { toId: String(toId), fromId: String(from.id) }, inPlace: true }),
    staleTime: 0,
    retry: false,
  });
  const describe = (record: MergePreview['from'], keys: readonly string[]) =>
    keys
      .map((key) => fieldOf(customer, key))
      .map((field) => `${field.label} ${formatField(field, displayValueOf(field, record), timezone)}`)
      .join(' · ');
  return (
    <section className={css.moves} aria-label={t('customer.moves', { name: nameOf(from) })}>
      <h3>{t('customer.moves', { name: nameOf(from) })}</h3>
      {found.data ? (
        <ul>
          <li>
            {found.data.bills === 0
              ? t('customer.movesNothing')
              : t('customer.movesBills', { count: found.data.bills })}
          </li>
          {found.data.taken.length > 0 && (
            <li>
              {t('customer.takes', { what: describe({ ...found.data.from, ...found.data.after }, found.data.taken) })}
            </li>
          )}
          {found.data.left.length > 0 && (
            <li className={css.lost}>{t('customer.leaves', { what: describe(found.data.from, found.data.left) })}</li>
          )}
        </ul>
      ) : found.error ? (
        <NotLoaded found={found} isRow />
      ) : (
        <SkeletonRows rows={2} label={t('ui.loading')} />
      )}
    </section>
  );
}
