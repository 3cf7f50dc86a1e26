import type { Movement } from '@atoll/domain/contract/stock/stock';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { formatAmount } from '@atoll/domain/money/money';
import { manualTypes, movementTypes } from '@atoll/domain/stock/movement';
import { Outlet, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../../api/api.ts';
import { recordsOf } from '../../form/choices.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { bodyOf, valuesOf } from '../../form/form-values.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { DetailCard } from '../../resource/detail-card.tsx';
import { useCanCall } from '../../resource/use-record.ts';
import { uuidv7 } from '../../session/id.ts';
import { qtyText } from '../../stock/quantity.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';

const path = '/inventory/inventoryLogs';

/** 'Inventory Logs': lists all stock movements by time. */
export function LogsScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<Movement>('stock.list', { hasTime: true });
  const mayAdjust = useCanCall('stock.adjust');
  const { onNew, ...routes } = useGridRoutes<Movement>({ path, idOf: (row) => row.id });
  const columns: GridColumn<Movement>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'at', label: t('stock.at'), sortable: true, width: 184, cell: (row) => dayAndTime(row.at, timezone) },
    { key: 'itemName', sortable: true, label: t('stock.item'), strong: true, width: 190, cell: (row) => row.itemName },
    {
      key: 'type',
      label: t('stock.type'),
      sortable: true,
      width: 130,
      cell: (row) => t(`stock.types.${row.type}`),
    },
    { key: 'storageName', sortable: true, label: t('stock.storage'), width: 130, cell: (row) => row.storageName },
    {
      key: 'qty',
      label: t('stock.qty'),
      align: 'end',
      sortable: true,
      cell: (row) => qtyText(row.qty, row.unit, true),
      text: (row) => row.qty,
    },
    {
      key: 'after',
      sortable: true,
      label: t('stock.after'),
      align: 'end',
      cell: (row) => qtyText(row.after, row.unit),
      text: (row) => row.after,
    },
    { key: 'value', label: t('stock.value'), align: 'end', sortable: true, cell: (row) => formatAmount(row.value) },
    { key: 'byName', sortable: true, label: t('stock.by'), width: 130, cell: (row) => row.byName },
    { key: 'reason', sortable: true, label: t('stock.reason'), width: 180, cell: (row) => row.reason },
    { key: 'batch', sortable: true, label: t('stock.batch'), isExtra: true, cell: (row) => row.batch },
    { key: 'expiry', sortable: true, label: t('stock.expiry'), isExtra: true, cell: (row) => row.expiry ?? '' },
  ];
  return (
    <>
      <DataGrid
        title={t('stock.logs')}
        columns={columns}
        {...list}
        {...routes}
        rowActions={undefined}
        onNew={mayAdjust ? onNew : undefined}
        rowName={(row) => row.itemName}
        filters={[
          {
            key: 'type',
            label: t('stock.type'),
            options: movementTypes.map((value) => ({ value, label: t(`stock.types.${value}`) })),
          },
          { key: 'storageId', label: t('stock.storage'), load: recordsOf('storage') },
          { key: 'itemId', label: t('stock.item'), load: recordsOf('inventory_item') },
        ]}
        emptyHint={t('stock.logsHint')}
      />
      <Outlet />
    </>
  );
}

/** Shows one stock movement in a drawer. */
export function ViewLog() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const timezone = useTimezone();
  const close = useReturn(path);
  const found = useFound('stock.findLog', id, () => call('stock.findLog', { params: { id }, inPlace: true }));
  const text = (key: string, label: string): FieldDefinition => ({ key, label, kind: 'text' });
  return (
    <FoundPanel found={found} title={t('stock.viewLog')} onClose={close}>
      {(row) => (
        <DetailCard
          fields={[
            text('time', t('stock.at')),
            text('itemName', t('stock.item')),
            text('storageName', t('stock.storage')),
            text('kind', t('stock.type')),
            text('moved', t('stock.qty')),
            text('was', t('stock.before')),
            text('is', t('stock.after')),
            text('cost', t('stock.unitCost')),
            { key: 'value', label: t('stock.value'), kind: 'money' },
            text('batch', t('stock.batch')),
            { key: 'expiry', label: t('stock.expiry'), kind: 'date' },
            text('source', t('stock.source')),
            text('reason', t('stock.reason')),
            text('byName', t('stock.by')),
          ]}
          record={{
            ...row,
            time: dayAndTime(row.at, timezone),
            kind: t(`stock.types.${row.type}`),
            moved: qtyText(row.qty, row.unit, true),
            was: qtyText(row.before, row.unit),
            is: qtyText(row.after, row.unit),
            cost: (row.unitCost / 100).toFixed(4),
            source: row.refType ? t(`stock.sources.${row.refType as 'Bill'}`, { id: row.refId }) : '',
          }}
        />
      )}
    </FoundPanel>
  );
}

/**
 * Remembers the adjustment that the server refused because it takes more than is on hand. Saving the same again confirms it (R35.60); with another
 * item, storage, type or quantity the server refuses again.
 */
function useConfirm() {
  const sent = useRef('');
  const asked = useRef('');
  return {
    send({ itemId, storageId, type, qty }: Readonly<Record<string, unknown>>) {
      sent.current = JSON.stringify([itemId, storageId, type, qty]);
      return sent.current === asked.current ? { isConfirmed: true } : {};
    },
    refused(reason: unknown) {
      if (reason === 'aboveOnHand') asked.current = sent.current;
    },
  };
}

/** 'Adjust Stock': enters a quantity that came in, went out or is on hand. */
export function AdjustStock() {
  const { t } = useTranslation();
  const close = useReturn(path);
  const refresh = useStockRefresh();
  const [key] = useState(uuidv7);
  const confirm = useConfirm();
  const fields: FieldDefinition[] = [
    { key: 'itemId', label: t('stock.item'), kind: 'reference', entity: 'inventory_item', required: true },
    { key: 'storageId', label: t('stock.storage'), kind: 'reference', entity: 'storage', required: true },
    { key: 'type', label: t('stock.type'), kind: 'choice', options: manualTypes, required: true },
    { key: 'qty', label: t('stock.qty'), kind: 'quantity', min: 0, required: true, hint: t('stock.qtyHint') },
    { key: 'reason', label: t('stock.reason'), kind: 'text', maxLength: 200 },
  ];
  const more: FieldDefinition[] = [
    { key: 'unitCost', label: t('stock.unitCost'), kind: 'money', min: 0, hint: t('stock.unitCostHint') },
    { key: 'batch', label: t('stock.batch'), kind: 'text', maxLength: 40 },
    { key: 'expiry', label: t('stock.expiry'), kind: 'date' },
  ];
  const all = [...fields, ...more];
  return (
    <FormDialog
      {...{ fields, more }}
      title={t('stock.adjust')}
      values={valuesOf(all)}
      draftKey="stock/adjust"
      send={{ method: 'POST', path: '/ims/log/create' }}
      toBody={(values) => {
        const { unitCost, ...body } = bodyOf(all, values);
        return { key, ...body, ...(unitCost === null ? {} : { unitCost }), ...confirm.send(body) };
      }}
      onRefused={confirm.refused}
      onSaved={() => {
        refresh();
        showToast(t('resource.saved', { name: t('stock.adjustment') }), 'good');
        close();
      }}
      onClosed={close}
    />
  );
}
