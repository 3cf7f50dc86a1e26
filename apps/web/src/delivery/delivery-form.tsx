import type { Bill } from '@atoll/domain/bill/bill';
import { type BillDelivery, deliveryChannels } from '@atoll/domain/bill/bill-delivery';
import { deliveryOf } from '@atoll/domain/delivery/delivery';
import { type DeliveryZone, goodsValue, missingToMinimum, zoneFee } from '@atoll/domain/delivery/fee';
import { isPhoneText } from '@atoll/domain/delivery/phone';
import { formatMoney } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/api.ts';
import type { DeliveryChange } from '../bills/deliver.ts';
import { deliveryZones } from '../bills/delivery.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { useTimezone } from '../sync/outlet-time.ts';
import { SelectField, TextArea, TextField } from '../ui/field/field.tsx';
import { InstantInput } from '../ui/field/instant-input.tsx';
import { AmountField } from '../ui/number/amount-field.tsx';
import css from './delivery-form.module.css';
import { SavedAddresses } from './saved-addresses.tsx';

interface DeliveryFormProps {
  /** Id of the form, for a button outside of it. */
  readonly id: string;
  readonly bill: Bill;
  /** Gets only the changed fields. */
  readonly onSave: (change: DeliveryChange) => void;
}

/** Edits the delivery details: address, customer, fee, time and rider. */
export function DeliveryForm({ id, bill, onSave }: DeliveryFormProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const foundZones = useQuery({ queryKey: ['delivery.zones'], queryFn: deliveryZones, retry: false });
  const zones = foundZones.data ?? [];
  const known = deliveryOf(bill);
  const [draft, setDraft] = useState<BillDelivery>(known);
  const set = (change: Partial<BillDelivery>) => setDraft((was) => ({ ...was, ...change }));
  const [checkedPhone, setCheckedPhone] = useState<string>();
  const isPhoneWrong = draft.phone === checkedPhone;
  const isDelivery = bill.type === 'Delivery';
  return (
    <form
      id={id}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.phone !== known.phone && !isPhoneText(draft.phone)) return setCheckedPhone(draft.phone);
        onSave(changeOf(known, draft, zones, goodsValue(bill)));
      }}
    >
      <TextField
        label={t('delivery.name')}
        maxLength={120}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label={t('delivery.phone')}
        type="tel"
        inputMode="tel"
        maxLength={30}
        value={draft.phone}
        error={isPhoneWrong ? t('delivery.phoneWrong') : undefined}
        onChange={(event) => set({ phone: event.currentTarget.value })}
      />
      {isDelivery && (
        <>
          <SavedAddresses bill={bill} value={draft} onChange={set} />
          <AddressFields draft={draft} onChange={set} />
          <ZoneFields {...{ bill, draft, zones }} onChange={set}>
            {foundZones.isError && <NotLoaded found={foundZones} title={t('delivery.zonesNotLoaded')} isRow />}
          </ZoneFields>
        </>
      )}
      <InstantInput
        label={t('delivery.promised')}
        timezone={timezone}
        value={draft.promisedAt}
        onChange={(promisedAt) => set({ promisedAt })}
      />
      <SelectField
        label={t('delivery.channel')}
        value={draft.channel}
        onChange={(event) => set({ channel: event.currentTarget.value as BillDelivery['channel'] })}
        options={deliveryChannels.map((value) => ({ value, label: t(`delivery.channels.${value}`) }))}
      />
      {isDelivery && <RiderField value={draft} onChange={set} />}
      <div className={css.wide}>
        <TextField
          label={t('delivery.allergies')}
          maxLength={200}
          value={draft.allergies ?? ''}
          onChange={(event) => set({ allergies: event.currentTarget.value })}
        />
      </div>
      <div className={css.wide}>
        <TextArea
          label={t(isDelivery ? 'delivery.note' : 'bill.note')}
          rows={2}
          maxLength={300}
          value={draft.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      </div>
    </form>
  );
}

interface DraftFieldsProps {
  readonly draft: BillDelivery;
  readonly onChange: (change: Partial<BillDelivery>) => void;
}

function AddressFields({ draft, onChange }: DraftFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={css.wide}>
        <TextArea
          label={t('delivery.address')}
          rows={2}
          maxLength={300}
          value={draft.address}
          onChange={(event) => onChange({ address: event.currentTarget.value })}
        />
      </div>
      <TextField
        label={t('delivery.landmark')}
        maxLength={120}
        value={draft.landmark}
        onChange={(event) => onChange({ landmark: event.currentTarget.value })}
      />
    </>
  );
}

interface ZoneFieldsProps extends DraftFieldsProps {
  readonly bill: Bill;
  readonly zones: readonly DeliveryZone[];
  /** Shown between the zone and the fee. */
  readonly children: ReactNode;
}

/** Chooses the zone and edits its fee; choosing a zone sets its own fee. */
function ZoneFields({ bill, zones, draft, onChange, children }: ZoneFieldsProps) {
  const { t } = useTranslation();
  const goods = goodsValue(bill);
  const chooseZone = (zoneId: number) => {
    const zone = zones.find((each) => each.id === zoneId);
    onChange({ zoneId, fee: zone ? zoneFee(termsOf(zone), goods) : 0 });
  };
  return (
    <>
      <SelectField
        label={t('delivery.zone')}
        value={String(draft.zoneId)}
        onChange={(event) => chooseZone(Number(event.currentTarget.value))}
        options={zoneOptions(zones, draft, t('delivery.noZone'))}
      />
      {children}
      <AmountField
        label={t('delivery.fee')}
        value={draft.fee}
        disabled={!bill.isOpen}
        onChange={(fee) => onChange({ fee: fee ?? 0 })}
        hint={<ZoneHint zone={zones.find((each) => each.id === draft.zoneId)} goods={goods} />}
      />
    </>
  );
}

type Rider = Pick<BillDelivery, 'riderId' | 'riderName'>;

/** Chooses a rider of the outlet, or nobody yet. */
export function RiderField({ value, onChange }: { readonly value: Rider; readonly onChange: (rider: Rider) => void }) {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['delivery.riders'],
    queryFn: () => call('delivery.riders', { inPlace: true }),
    retry: false,
  });
  const riders = found.data ?? [];
  const isKnown = riders.some((each) => each.id === value.riderId);
  const own = !isKnown && value.riderName !== '' ? [{ value: 'own', label: value.riderName }] : [];
  return (
    <>
      <SelectField
        label={t('delivery.rider')}
        value={isKnown ? String(value.riderId) : own.length > 0 ? 'own' : '0'}
        onChange={(event) => {
          const rider = riders.find((each) => String(each.id) === event.currentTarget.value);
          onChange({ riderId: rider?.id ?? null, riderName: rider?.name ?? '' });
        }}
        options={[
          { value: '0', label: t('delivery.noRider') },
          ...own,
          ...riders.map((each) => ({ value: String(each.id), label: each.name })),
        ]}
      />
      {found.isError && <NotLoaded found={found} title={t('delivery.ridersNotLoaded')} isRow />}
    </>
  );
}

const termsOf = ({ fee, minOrder, freeAbove }: DeliveryZone) => ({ fee, minOrder: minOrder ?? 0, freeAbove });

function zoneOptions(zones: readonly DeliveryZone[], draft: BillDelivery, none: string) {
  const isGone = draft.zoneId > 0 && !zones.some((each) => each.id === draft.zoneId);
  return [
    { value: '0', label: none },
    ...(isGone ? [{ value: String(draft.zoneId), label: draft.zoneName }] : []),
    ...zones.map((each) => ({ value: String(each.id), label: `${each.name} · ${formatMoney(each.fee)}` })),
  ];
}

function ZoneHint({ zone, goods }: { readonly zone: DeliveryZone | undefined; readonly goods: number }) {
  const { t } = useTranslation();
  if (!zone) return null;
  const missing = missingToMinimum(termsOf(zone), goods);
  if (missing > 0)
    return <span className={css.warn}>{t('delivery.belowMinimum', { amount: formatMoney(missing) })}</span>;
  return zone.freeAbove ? t('delivery.freeAbove', { amount: formatMoney(zone.freeAbove) }) : null;
}

/** Returns the changed fields. The zone's own fee is left to the server, which updates it with the order. */
function changeOf(
  known: BillDelivery,
  draft: BillDelivery,
  zones: readonly DeliveryZone[],
  goods: number,
): DeliveryChange {
  const texts = [
    'name',
    'phone',
    'address',
    'landmark',
    'note',
    'allergies',
    'channel',
    'promisedAt',
    'zoneId',
  ] as const;
  const changed = Object.fromEntries(
    texts.flatMap((name) => (known[name] === draft[name] ? [] : [[name, draft[name]]])),
  );
  const zone = zones.find((each) => each.id === draft.zoneId);
  const isOwnFee = draft.zoneId !== known.zoneId && zone && draft.fee === zoneFee(termsOf(zone), goods);
  const isRiderOther = known.riderId !== draft.riderId || known.riderName !== draft.riderName;
  return {
    ...changed,
    ...(draft.fee === known.fee || isOwnFee ? {} : { fee: draft.fee }),
    ...(isRiderOther ? { riderId: draft.riderId ?? 0, riderName: draft.riderName } : {}),
  };
}
