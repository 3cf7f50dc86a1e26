import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { inventoryCategories } from '@atoll/domain/stock/category';
import { countScopes } from '@atoll/domain/stock/count';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { bodyOf, valuesOf } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { DeletePanel } from '../../record/delete-panel.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { uuidv7 } from '../../session/id.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { countsPath } from './count-list.tsx';

function useFields(): FieldDefinition[] {
  const { t } = useTranslation();
  return [
    { key: 'storageId', label: t('stock.storage'), kind: 'reference', entity: 'storage', required: true },
    {
      key: 'scope',
      label: t('count.scope'),
      kind: 'choice',
      options: countScopes,
      required: true,
      hint: t('count.scopeHint'),
    },
    {
      key: 'category',
      label: t('count.category'),
      kind: 'choice',
      options: inventoryCategories,
      hint: t('count.categoryHint'),
    },
    {
      key: 'itemIds',
      label: t('stock.items'),
      kind: 'references',
      entity: 'inventory_item',
      hint: t('count.itemsHint'),
    },
    { key: 'isBlind', label: t('count.blind'), kind: 'boolean' },
    { key: 'note', label: t('stock.note'), kind: 'multiline', maxLength: 300 },
  ];
}

/** 'Create Count': creates a plan; its view offers to start counting. */
export function CreateCount() {
  const { t } = useTranslation();
  const close = useReturn(countsPath);
  const go = useGo(countsPath);
  const refresh = useStockRefresh();
  const [key] = useState(uuidv7);
  const fields = useFields();
  return (
    <FormDialog
      fields={fields}
      title={t('resource.create', { name: t('count.one') })}
      values={valuesOf(fields, { scope: 'Full' })}
      draftKey="count/create"
      send={{ method: 'POST', path: '/ims/count/create' }}
      toBody={(values) => ({ key, ...bodyOf(fields, values) })}
      onSaved={(answer) => {
        refresh();
        showToast(t('resource.saved', { name: t('count.one') }), 'good');
        go(`view/${(answer as StockCount).id}`);
      }}
      onClosed={close}
    />
  );
}

function useCount() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return useFound('count.find', id, () => call('count.find', { params: { id }, inPlace: true }));
}

/** 'Edit Count': changes the plan before counting starts. */
export function EditCount() {
  const { t } = useTranslation();
  const close = useReturn(countsPath);
  const found = useCount();
  const title = t('resource.edit', { name: t('count.one') });
  // The form starts from what the server has now, never from cached data.
  if (!found.data || !found.isFetchedAfterMount)
    return (
      <FoundPanel found={found} title={title} onClose={close}>
        {() => null}
      </FoundPanel>
    );
  return <EditLoaded count={found.data} title={title} onClosed={close} />;
}

interface EditProps {
  readonly count: StockCount;
  readonly title: string;
  readonly onClosed: () => void;
}

function EditLoaded({ count, title, onClosed }: EditProps) {
  const { t } = useTranslation();
  const refresh = useStockRefresh();
  const [stored] = useState(count);
  const fields = useFields();
  const values = {
    ...stored,
    itemIds: stored.lines.map(({ itemId }) => itemId),
    itemNames: stored.lines.map(({ itemName }) => itemName),
    category: stored.category || null,
  };
  return (
    <FormDialog
      {...{ fields, title, onClosed }}
      values={valuesOf(fields, values)}
      draftKey={`count/${stored.id}`}
      send={{ method: 'PUT', path: '/ims/count/update' }}
      toBody={(typed) => ({ id: stored.id, version: stored.version, ...bodyOf(fields, typed) })}
      onSaved={() => {
        refresh();
        showToast(t('resource.saved', { name: t('count.one') }), 'good');
        onClosed();
      }}
    />
  );
}

/** 'Delete Count' */
export function DeleteCount() {
  const { t } = useTranslation();
  const close = useReturn(countsPath);
  const refresh = useStockRefresh();
  return (
    <DeletePanel
      found={useCount()}
      name={t('count.one')}
      nameOf={(count) => count.number}
      remove={({ id }) => call('count.delete', { params: { id: String(id) }, inPlace: true })}
      onDeleted={refresh}
      onClose={close}
    />
  );
}
