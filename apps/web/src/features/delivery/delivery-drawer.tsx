import type { Bill } from '@atoll/domain/bill/bill';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Drawer, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';

/** Returns the order of the address and the function that closes its drawer. */
export function useOrder(parent: string) {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(parent);
  const found = useQuery({
    queryKey: ['delivery', id],
    queryFn: async () => (await call('bill.find', { params: { id }, inPlace: true })) as unknown as Bill,
    retry: false,
  });
  return { bill: found.data, found, close };
}

interface DeliveryDrawerProps {
  readonly title: string;
  readonly order: ReturnType<typeof useOrder>;
  readonly footer?: ReactNode;
  readonly children: (bill: Bill) => ReactNode;
}

/** Shows a drawer for one order: while it loads, when it is not found, and when it is there. */
export function DeliveryDrawer({ title, order, footer, children }: DeliveryDrawerProps) {
  const { t } = useTranslation();
  const { bill, found, close } = order;
  return (
    <Drawer title={title} onClose={close} delayMs={openDelayMs} footer={bill && footer}>
      {bill ? children(bill) : found.isError ? <NotLoaded found={found} /> : <SkeletonRows label={t('ui.loading')} />}
    </Drawer>
  );
}
