import { methodLabel } from '@atoll/domain/payment/methods';
import { useState } from 'react';
import { labelText } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { Input } from '../../ui/field/input.tsx';
import { AmountField } from '../../ui/number/amount-field.tsx';
import { needsReference, paysByCard } from '../offered.ts';
import { holdCredit, releaseCard } from '../wallet/hold-card.ts';
import { WalletCode } from '../wallet/wallet-code.tsx';
import { type Part, partMethods } from './pay-part.ts';

interface PartFieldsProps {
  readonly label: string;
  readonly part: Part;
  readonly onChange: (part: Part) => void;
  readonly error?: string | undefined;
  /** The bill of the part. */
  readonly billKey: string;
  /** What is left to pay of the order, laari. */
  readonly rest: number;
  /** Whose store credit may pay. */
  readonly customer?: { readonly id: number; readonly name: string } | undefined;
}

/** Asks how much of an order is paid now, and by what. */
export function PartFields({ label, part, onChange, error, billKey, rest, customer }: PartFieldsProps) {
  const { t } = useTranslation();
  const [fault, setFault] = useState<string>();
  const methods = partMethods();
  const { method, wallet } = part;
  const asked = part.amount || rest;
  const credit = method === 'StoreCredit' &&
    customer && {
      label: t('wallet.creditOf', { name: customer.name }),
      hold: () => holdCredit(customer.id, billKey, asked),
    };
  return (
    <>
      <AmountField
        label={label}
        prefix="MVR"
        value={part.amount}
        error={error}
        onChange={(amount) => onChange({ ...part, amount })}
      />
      <SelectField
        label={t('order.method')}
        value={method}
        options={methods.map((value) => ({ value, label: labelText(methodLabel(value)) }))}
        onChange={({ currentTarget }) => {
          releaseCard(wallet?.holdKey);
          setFault(undefined);
          const next = methods.find((one) => one === currentTarget.value) ?? method;
          onChange({ ...part, method: next, wallet: undefined });
        }}
      />
      {paysByCard(method) && (
        <>
          <WalletCode
            key={method}
            billKey={billKey}
            asked={asked}
            wallet={wallet}
            onWallet={(found) => {
              const amount = found ? Math.min(asked, found.left) : part.amount;
              onChange({ ...part, method: found?.kind ?? method, wallet: found, amount });
            }}
            onFault={setFault}
            others={credit ? [credit] : []}
          />
          {fault && <Alert>{fault}</Alert>}
        </>
      )}
      {method !== 'Cash' && !paysByCard(method) && needsReference(method) && (
        <Input
          kind="text"
          label={t('order.reference')}
          value={part.reference}
          onChange={(reference) => onChange({ ...part, reference })}
        />
      )}
    </>
  );
}
