import type { ReactNode } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { isLatePayment, type OutboxEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { Empty } from '../../ui/display/empty.tsx';
import { useLatePayment } from '../../unsent/use-late-payment.tsx';

interface ClosedBillProps {
  /** Key of the bill; undefined when this till does not know it. */
  readonly billKey: string | undefined;
  readonly hint?: string;
  /** Leads back. */
  readonly action?: ReactNode;
  readonly level: 1 | 2;
}

/** Says that nothing is to pay any more; after a payment that came too late, who took the money first and what to do with what was taken here. */
export function ClosedBill({ billKey, hint, action, level }: ClosedBillProps) {
  const { t } = useTranslation();
  const late = useOutbox(({ entries }) => entries.find((one) => isLatePayment(one) && one.billKey === billKey));
  if (late) return <TooLate {...{ late, action, level }} />;
  return <Empty icon="bill" level={level} title={t('checkout.gone')} hint={hint} action={action} />;
}

function TooLate({ late, action, level }: { late: OutboxEntry } & Pick<ClosedBillProps, 'action' | 'level'>) {
  const { title, text, ways } = useLatePayment(late, 'l');
  return (
    <Empty
      icon="warning"
      tone="late"
      level={level}
      title={title}
      hint={text}
      action={
        <>
          {ways}
          {action}
        </>
      }
    />
  );
}
