import type { BillCustomer } from '@atoll/domain/bill/bill';
import type { Customer } from '@atoll/domain/contract/people/customer';
import { isBirthday } from '@atoll/domain/date/birthday';
import { wallClock } from '@atoll/domain/date/business-day';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/api.ts';
import { useBills } from '../../bills/bills.ts';
import { askBirthday, guestOf } from '../../bills/price/guest-birthday.ts';
import { askDiscount } from '../../bills/price/guest-discount.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { formMessage } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { uuidv7 } from '../../session/id.ts';
import { useSession } from '../../session/session.ts';
import { isFinal, retryDelayMs } from '../../sync/loader.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { TextField } from '../../ui/field/field.tsx';
import { localPath } from '../../ui/hook/local-path.ts';
import { Actions } from '../../ui/overlay/actions.tsx';
import { useCloseOver } from '../../ui/overlay/close-over.ts';
import { DialogFields, DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal, openDelayMs } from '../../ui/overlay/overlay.tsx';
import css from './select-customer.module.css';
import { isSlotType, slotPath } from './slot/slot-path.ts';
import { useSlotBill } from './use-slot-bill.ts';

/**
 * 'Select a Customer': finds a customer by name, phone or code, or creates one. Works without the server too (R2.9).
 */
export function SelectCustomer() {
  const { t } = useTranslation();
  const params = useParams({ strict: false }) as { type?: string; slot?: string };
  const { r } = useSearch({ strict: false }) as { r?: string };
  const place =
    params.type && isSlotType(params.type) && params.slot ? { type: params.type, slot: params.slot } : undefined;
  const bill = useSlotBill(place);
  const { setCustomer } = useBills.getState();
  const close = useCloseOver(localPath(r) ?? (place ? slotPath(place) : '/billing/new'));
  const choose = (customer: BillCustomer | null, accountId?: number) => {
    if (bill) {
      setCustomer(bill.key, customer);
      void askBirthday(bill.key, customer);
      void askDiscount(bill.key, customer, accountId);
    }
    close();
  };
  return (
    <Modal title={t('bill.selectCustomer')} onClose={close} delayMs={openDelayMs}>
      {bill ? <Picker current={bill.customer} onChoose={choose} /> : <Hint>{t('bill.checkInFirst')}</Hint>}
    </Modal>
  );
}

interface PickerProps {
  readonly current: BillCustomer | null;
  readonly onChoose: (customer: BillCustomer | null, accountId?: number) => void;
}

function Picker({ current, onChoose }: PickerProps) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const [text, setText] = useState('');
  const [creating, setCreating] = useState(false);
  const search = useDeferredValue(text.trim());
  const today = wallClock(tillNow(), useTimezone()).date;
  const found = useQuery({
    queryKey: ['customers', outletId, search],
    queryFn: async () =>
      (await call('customer.list', {
        query: search ? { search } : {},
        inPlace: true,
      })) as unknown as readonly Customer[],
    // The query is retried while the screen is open (R35.1).
    retry: false,
    refetchInterval: ({ state }) =>
      state.status === 'error' && !isFinal(state.error) ? retryDelayMs(state.errorUpdateCount) : false,
  });
  if (creating) return <NewCustomer typed={text.trim()} onCreate={onChoose} onCancel={() => setCreating(false)} />;
  const people = (found.data ?? []).slice(0, 50);
  return (
    <DialogFields>
      <input
        className={css.search}
        type="search"
        aria-label={t('bill.findCustomer')}
        placeholder={t('bill.findCustomer')}
        value={text}
        autoFocus
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {people.length > 0 ? (
        <ul className={css.people}>
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" className={css.person} onClick={() => onChoose(guestOf(person), person.accountId)}>
                <span className={css.name}>
                  {person.name || person.phone}
                  {person.isVip && <Chip tone="open">{t('bill.vip')}</Chip>}
                  {isBirthday(person.birthday, today) && <Chip tone="good">{t('bill.birthdayToday')}</Chip>}
                </span>
                <small>{person.name ? person.phone : ''}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : found.isError ? (
        <NotLoaded found={found} isRow title={t('parts.missing', { names: t('parts.names.customers') })} />
      ) : (
        <Hint>{t(found.isPending ? 'ui.loading' : 'bill.noCustomersFound')}</Hint>
      )}
      <Actions>
        {current && <Button onClick={() => onChoose(null)}>{t('bill.noCustomer')}</Button>}
        <Button look="accent" icon="plus" onClick={() => setCreating(true)}>
          {t('bill.newCustomer')}
        </Button>
      </Actions>
    </DialogFields>
  );
}

interface NewCustomerProps {
  readonly typed: string;
  readonly onCreate: (customer: BillCustomer) => void;
  readonly onCancel: () => void;
}

function NewCustomer({ typed, onCreate, onCancel }: NewCustomerProps) {
  const { t } = useTranslation();
  const isPhone = /^[+\d][\d\s-]*$/.test(typed);
  const [name, setName] = useState(isPhone ? '' : typed);
  const [phone, setPhone] = useState(isPhone ? typed : '');
  const [checks, setChecks] = useState(false);
  const isEmpty = !name.trim() && !phone.trim();
  // The server checks them the same way when the bill is saved: then nobody looks at these fields any more.
  const nameFault = formMessage({ key: 'name', label: t('bill.customerName'), kind: 'text', maxLength: 120 }, name);
  const phoneFault = formMessage({ key: 'phone', label: t('bill.customerPhone'), kind: 'phone' }, phone);
  const faultOf = (fault: string | null) => (checks ? (fault ?? undefined) : undefined);
  return (
    <DialogForm
      onSubmit={() => {
        setChecks(true);
        if (isEmpty || nameFault || phoneFault) return;
        onCreate({ id: null, key: uuidv7(), name: name.trim(), phone: phone.trim(), tin: '' });
      }}
    >
      <TextField
        label={t('bill.customerName')}
        maxLength={120}
        value={name}
        autoFocus
        error={faultOf(isEmpty ? t('bill.nameOrPhone') : nameFault)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t('bill.customerPhone')}
        type="tel"
        maxLength={30}
        value={phone}
        error={faultOf(phoneFault)}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Actions>
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button type="submit" look="accent">
          {t('bill.addCustomer')}
        </Button>
      </Actions>
    </DialogForm>
  );
}
