import type { Movement, StockLevelView } from '@atoll/domain/contract/stock/stock';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { dayAndTime } from '../locale/instant.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import parts from '../record/record-parts.module.css';
import { RecordTable } from '../record/record-table.tsx';
import { useSession } from '../session/session.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Chip } from '../ui/display/chip.tsx';
import { Money } from '../ui/display/money.tsx';
import { qtyText } from './quantity.ts';
import css from './stock-levels.module.css';

const keyOf = (value: number): 'minus' | 'plus' => (value < 0 ? 'minus' : 'plus');

/** Shows the levels of an item in each storage, or of each item in a storage. They are read each time, because a sale changes them too. */
export function StockLevels({ itemId, storageId }: { readonly itemId?: number; readonly storageId?: number }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const query = {
    ...(itemId === undefined ? {} : { itemId: String(itemId) }),
    ...(storageId === undefined ? {} : { storageId: String(storageId) }),
  };
  const found = useQuery({
    queryKey: ['stock.levels', outletId, query],
    staleTime: 0,
    queryFn: () => call('stock.levels', { query, inPlace: true }),
  });
  const rows = found.data ?? [];
  const nameOf = (row: StockLevelView) => (itemId === undefined ? row.itemName : row.storageName);
  return (
    <section>
      <h3 className={parts.heading}>{t('stock.onHand')}</h3>
      {found.isError && !found.data ? (
        <NotLoaded found={found} isRow />
      ) : rows.length === 0 ? (
        <p className={parts.hint}>{found.isPending ? t('ui.loading') : t('stock.nothingLies')}</p>
      ) : (
        <RecordTable>
          <thead>
            <tr>
              <th scope="col">{t(itemId === undefined ? 'stock.item' : 'stock.storage')}</th>
              <th scope="col" data-end>
                {t('stock.onHand')}
              </th>
              <th scope="col" data-end>
                {t('stock.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.itemId} ${row.storageId}`}>
                <td data-name>
                  {nameOf(row)} {row.isLow && <Chip tone="late">{t('stock.low')}</Chip>}
                </td>
                <td data-end className={row.onHand < 0 ? css.minus : undefined}>
                  {qtyText(row.onHand, row.unit)}
                </td>
                <td data-end>
                  <Money laari={row.value} />
                </td>
              </tr>
            ))}
          </tbody>
        </RecordTable>
      )}
    </section>
  );
}

/** Shows the latest movements of an item. */
export function LatestMovements({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const timezone = useTimezone();
  const found = useQuery({
    queryKey: ['stock.list', outletId, 'latest', itemId],
    staleTime: 0,
    queryFn: () => call('stock.list', { query: { itemId: String(itemId), page: '1', size: '10' }, inPlace: true }),
  });
  const rows = (found.data as { readonly items: readonly Movement[] } | undefined)?.items ?? [];
  return (
    <section>
      <h3 className={parts.heading}>{t('stock.latest')}</h3>
      {found.isError && !found.data ? (
        <NotLoaded found={found} isRow />
      ) : rows.length === 0 ? (
        <p className={parts.hint}>{found.isPending ? t('ui.loading') : t('stock.nothingMoved')}</p>
      ) : (
        <RecordTable>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <span data-name>{t(`stock.types.${row.type}`)}</span>
                  <span data-small>
                    {dayAndTime(row.at, timezone)} · {row.storageName}
                  </span>
                </td>
                <td data-end className={css[keyOf(row.qty)]}>
                  {qtyText(row.qty, row.unit, true)}
                  <span data-small>{qtyText(row.after, row.unit)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </RecordTable>
      )}
    </section>
  );
}
