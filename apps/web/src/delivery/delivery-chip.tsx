import type { DeliveryStatus } from '@atoll/domain/bill/bill-delivery';
import { useTranslation } from '../locale/use-translation.ts';
import { Chip, type ChipTone } from '../ui/display/chip.tsx';

const tones: Readonly<Record<DeliveryStatus, ChipTone>> = {
  Pending: 'open',
  Accepted: 'open',
  Preparing: 'saved',
  Ready: 'good',
  OutForDelivery: 'printed',
  Delivered: 'good',
  PickedUp: 'good',
  Rejected: 'late',
  Cancelled: 'late',
  Failed: 'late',
  Returned: 'plain',
};

/** Shows the delivery status by word and colour; 'late' beside it after the promised time. */
export function DeliveryChip({
  status,
  isLate = false,
}: {
  readonly status: DeliveryStatus;
  readonly isLate?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Chip tone={isLate ? 'late' : tones[status]}>
      {t(`delivery.statuses.${status}`)}
      {isLate && ` · ${t('delivery.late')}`}
    </Chip>
  );
}
