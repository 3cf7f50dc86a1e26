import type { Bill } from '@atoll/domain/bill/bill';
import type { BillDelivery } from '@atoll/domain/bill/bill-delivery';
import type { Customer } from '@atoll/domain/contract/people/customer';
import { addressesOf, type OfferedAddress } from '@atoll/domain/delivery/address';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { SelectField } from '../ui/field/field.tsx';

type Destination = Pick<BillDelivery, 'address' | 'landmark'>;

interface SavedAddressesProps {
  readonly bill: Bill;
  readonly value: Destination;
  readonly onChange: (place: Destination) => void;
}

/** Offers the saved addresses of the bill's customer for a delivery. The default one is filled in when the order has no address yet (R35.47). */
export function SavedAddresses({ bill, value, onChange }: SavedAddressesProps) {
  const { t } = useTranslation();
  const id = bill.customer?.id ?? null;
  const found = useQuery({
    queryKey: ['customer.find', id],
    queryFn: async () =>
      (await call('customer.find', { params: { id: String(id) }, quiet: true })) as unknown as Customer,
    enabled: id !== null,
    retry: false,
  });
  const offered = found.data ? addressesOf(found.data) : [];
  useFillIn(offered[0], bill.isOpen && value.address === '' && value.landmark === '', onChange);
  if (found.isError) return <NotLoaded found={found} title={t('delivery.addressesNotLoaded')} isRow />;
  if (offered.length === 0) return null;
  const chosenIndex = offered.findIndex(
    ({ address, landmark }) => address === value.address && landmark === value.landmark,
  );
  return (
    <SelectField
      label={t('delivery.savedAddresses')}
      value={String(chosenIndex)}
      onChange={(event) => {
        const chosen = offered[Number(event.currentTarget.value)];
        onChange({ address: chosen?.address ?? '', landmark: chosen?.landmark ?? '' });
      }}
      options={[
        ...offered.map(({ label, address }, index) => ({
          value: String(index),
          label: label ? `${label}: ${address}` : address,
        })),
        { value: '-1', label: t('delivery.otherAddress') },
      ]}
    />
  );
}

/** Fills in the default address once, when it is loaded and nothing was typed. */
function useFillIn(first: OfferedAddress | undefined, isEmpty: boolean, onChange: (place: Destination) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!first || isDone.current) return;
    isDone.current = true;
    if (isEmpty) onChange({ address: first.address, landmark: first.landmark });
  });
}
