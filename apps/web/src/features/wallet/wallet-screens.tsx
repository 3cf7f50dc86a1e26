import type { Wallet, WalletLedger } from '@atoll/domain/contract/people/wallet';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { walletStatuses } from '@atoll/domain/wallet/wallet';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime, recordDate } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import parts from '../../record/record-parts.module.css';
import { useCanCall } from '../../resource/use-record.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { type WalletChange, WalletDialog } from './wallet-dialog.tsx';
import css from './wallet-screens.module.css';

const path = '/wallets';

/** A card that tills without the server spent below 0 is marked, whatever its status. */
const stateOf = ({ balance, status }: Pick<Wallet, 'balance' | 'status'>) => (balance < 0 ? 'Overdrawn' : status);

/** 'Wallets': lists the gift cards of the outlet with their balances. */
export function WalletsScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<Wallet>('wallet.list');
  const { onNew: _, ...routes } = useGridRoutes<Wallet>({ path, idOf: (row) => row.id });
  const columns: GridColumn<Wallet>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'last4', label: t('wallet.card'), sortable: true, strong: true, width: 110, cell: (row) => row.last4 },
    { key: 'kind', label: t('wallet.kind'), sortable: true, width: 120, cell: (row) => t(`wallet.kinds.${row.kind}`) },
    {
      key: 'balance',
      label: t('wallet.balance'),
      sortable: true,
      align: 'end',
      cell: (row) => formatAmount(laari(row.balance)),
    },
    {
      key: 'status',
      label: t('wallet.status'),
      sortable: true,
      width: 120,
      cell: (row) => t(`wallet.statuses.${stateOf(row)}`),
    },
    {
      key: 'createdAt',
      label: t('wallet.sold'),
      sortable: true,
      width: 184,
      cell: (row) => dayAndTime(row.createdAt, timezone),
    },
  ];
  return (
    <>
      <DataGrid
        title={t('wallet.giftCards')}
        columns={columns}
        {...list}
        {...routes}
        rowActions={undefined}
        rowName={(row) => row.last4}
        filters={[
          {
            key: 'status',
            label: t('wallet.status'),
            options: [...walletStatuses, 'Overdrawn' as const].map((value) => ({
              value,
              label: t(`wallet.statuses.${value}`),
            })),
          },
        ]}
        emptyHint={t('wallet.emptyHint')}
      />
      <Outlet />
    </>
  );
}

/** Shows a gift card with what happened on it; who may, blocks, replaces and corrects it. */
export function ViewWallet() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(path);
  const mayChange = useCanCall('wallet.adjust');
  const [change, setChange] = useState<WalletChange>();
  const found = useFound('wallet.ledger', id, () => call('wallet.ledger', { params: { id }, inPlace: true }));
  return (
    <FoundPanel
      found={found}
      title={found.data ? t(`wallet.kinds.${found.data.kind}`) : t('wallet.giftCard')}
      onClose={close}
      footer={(wallet) =>
        mayChange &&
        wallet.status !== 'Closed' && (
          <>
            <Button onClick={() => setChange('adjust')}>{t('wallet.adjust')}</Button>
            {wallet.balance > 0 && (
              <>
                <Button onClick={() => setChange('payout')}>{t('wallet.payout')}</Button>
                <Button onClick={() => setChange('replace')}>{t('wallet.replace')}</Button>
              </>
            )}
            {wallet.status === 'Expired' ? (
              <>
                <Button look="outline" onClick={() => setChange('renew')}>
                  {t('wallet.renew')}
                </Button>
                {wallet.balance > 0 && (
                  <Button look="dangerSoft" onClick={() => setChange('expire')}>
                    {t('wallet.expire')}
                  </Button>
                )}
              </>
            ) : wallet.status === 'Blocked' ? (
              <Button look="outline" onClick={() => setChange('unblock')}>
                {t('wallet.unblock')}
              </Button>
            ) : (
              <Button look="dangerSoft" onClick={() => setChange('block')}>
                {t('wallet.block')}
              </Button>
            )}
          </>
        )
      }
    >
      {(wallet) => (
        <>
          <Ledger wallet={wallet} />
          {change && <WalletDialog {...{ wallet, change }} onClose={() => setChange(undefined)} />}
        </>
      )}
    </FoundPanel>
  );
}

function Ledger({ wallet }: { readonly wallet: WalletLedger }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const isGiven = wallet.kind !== 'GiftCard';
  return (
    <div className={parts.stack}>
      <FactList
        isGrid
        facts={[
          [t('wallet.card'), wallet.last4],
          [t('wallet.kind'), t(`wallet.kinds.${wallet.kind}`)],
          [t('wallet.balance'), formatMoney(laari(wallet.balance))],
          [t('wallet.status'), t(`wallet.statuses.${stateOf(wallet)}`)],
          [t('wallet.validUntil'), wallet.expiresOn ? recordDate(wallet.expiresOn) : ''],
          [t('wallet.replacedBy'), wallet.replacedBy ?? ''],
          [t('wallet.sold'), dayAndTime(wallet.createdAt, timezone)],
        ]}
      />
      <ul className={css.entries} aria-label={t('wallet.entries')}>
        {wallet.entries.map((entry) => (
          <li key={entry.id}>
            <span>
              <b>{t(`wallet.types.${isGiven && entry.type === 'Issue' ? 'Load' : entry.type}`)}</b>
              <small>
                {[dayAndTime(entry.at, timezone), entry.madeByName, entry.reference, entry.note]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span>{formatAmount(laari(entry.amount))}</span>
            <b>{formatAmount(laari(entry.balanceAfter))}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
