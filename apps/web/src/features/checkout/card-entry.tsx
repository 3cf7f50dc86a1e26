import { useBill } from '../../bills/bills.ts';
import { holdCredit, holdDeposit } from '../../cash/wallet/hold-card.ts';
import { WalletCode } from '../../cash/wallet/wallet-code.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import type { Tender } from './use-tender.ts';

interface CardEntryProps {
  readonly billKey: string;
  readonly tender: Tender;
}

/** Takes the wallet that pays a bill. The smaller of what is left on it and what is due is paid. */
export function CardEntry({ billKey, tender }: CardEntryProps) {
  const { t } = useTranslation();
  const { entered, write, setError } = tender;
  const { asked } = tender.amounts;
  const { customer, order } = useBill(billKey) ?? {};
  const id = customer?.id;
  const credit = entered.method === 'StoreCredit' &&
    customer &&
    id && {
      label: t('wallet.creditOf', { name: customer.name || customer.phone }),
      hold: () => holdCredit(id, billKey, asked),
    };
  const deposit = entered.method === 'Deposit' &&
    order && {
      label: t('wallet.depositOf', { number: order.number }),
      hold: () => holdDeposit(order.key, billKey, asked),
    };
  return (
    <WalletCode
      billKey={billKey}
      asked={asked}
      wallet={entered.wallet}
      onWallet={(wallet) => write({ wallet, typed: wallet && Math.min(asked, wallet.left) })}
      onFault={setError}
      others={[credit, deposit].filter((one) => one !== false && one !== undefined && one !== 0 && one !== null)}
    />
  );
}
