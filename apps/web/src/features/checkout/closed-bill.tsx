import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLatePayment, type OutboxEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { amountOf } from '../../outbox/unsynced-amount.ts';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { moneyText } from '../../ui/display/money.tsx';
import { slotOf, whyOf } from '../../unsent/outbox-words.ts';
import { useResolutions } from '../../unsent/use-resolutions.ts';

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
  const { t } = useTranslation();
  const { resolutions, resolve } = useResolutions(late);
  return (
    <Empty
      icon="warning"
      tone="late"
      level={level}
      title={t('service.lateTitle', { slot: slotOf(late, t) })}
      hint={`${moneyText(amountOf(late))}. ${whyOf(late, t)}`}
      action={
        <>
          {resolutions.map((one) => (
            <Button key={one} look="accent" size="l" onClick={() => resolve(one)}>
              {t(`outbox.ways.${one}`)}
            </Button>
          ))}
          {action}
        </>
      }
    />
  );
}
