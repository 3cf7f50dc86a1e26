import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { requestPriorities, requestPurposes } from '@atoll/domain/stock/request';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { bodyOf, type FormValues, valuesOf } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { DeletePanel } from '../../record/delete-panel.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { uuidv7 } from '../../session/id.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { requestsPath } from './request-list.tsx';

function useFields(): { readonly fields: FieldDefinition[]; readonly more: FieldDefinition[] } {
  const { t } = useTranslation();
  return {
    fields: [
      {
        key: 'purpose',
        label: t('request.purpose'),
        kind: 'choice',
        options: requestPurposes,
        required: true,
        hint: t('request.purposeHint'),
      },
      {
        key: 'fromStorageId',
        label: t('request.from'),
        kind: 'reference',
        entity: 'storage',
        hint: t('request.fromHint'),
      },
      { key: 'toStorageId', label: t('request.to'), kind: 'reference', entity: 'storage', required: true },
      {
        key: 'lines',
        label: t('stock.items'),
        kind: 'list',
        required: true,
        min: 1,
        max: 200,
        fields: [
          { key: 'itemId', label: t('stock.item'), kind: 'reference', entity: 'inventory_item', required: true },
          { key: 'qtyRequested', label: t('stock.qty'), kind: 'quantity', min: 0.001, required: true },
          { key: 'note', label: t('stock.note'), kind: 'text', maxLength: 200 },
        ],
      },
    ],
    more: [
      { key: 'neededBy', label: t('request.neededBy'), kind: 'date' },
      { key: 'priority', label: t('request.priority'), kind: 'choice', options: requestPriorities, required: true },
      { key: 'note', label: t('stock.note'), kind: 'multiline', maxLength: 300 },
    ],
  };
}

const first: FormValues = { purpose: 'Issue', priority: 'Normal', lines: [{}] };

/** 'Create Request': creates a draft; its view offers to submit it. */
export function CreateRequest() {
  const { t } = useTranslation();
  const close = useReturn(requestsPath);
  const go = useGo(requestsPath);
  const refresh = useStockRefresh();
  const [key] = useState(uuidv7);
  const { fields, more } = useFields();
  const all = [...fields, ...more];
  return (
    <FormDialog
      {...{ fields, more }}
      title={t('resource.create', { name: t('request.one') })}
      size="l"
      values={valuesOf(all, first)}
      draftKey="request/create"
      send={{ method: 'POST', path: '/ims/request/create' }}
      toBody={(values) => ({ key, ...bodyOf(all, values) })}
      onSaved={(answer) => {
        refresh();
        showToast(t('resource.saved', { name: t('request.one') }), 'good');
        go(`view/${(answer as StockRequest).id}`);
      }}
      onClosed={close}
    />
  );
}

function useRequest() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return useFound('request.find', id, () => call('request.find', { params: { id }, inPlace: true }));
}

/** 'Edit Request': changes a request while it is a draft. */
export function EditRequest() {
  const { t } = useTranslation();
  const close = useReturn(requestsPath);
  const found = useRequest();
  const title = t('resource.edit', { name: t('request.one') });
  // The form starts from what the server has now, never from cached data.
  if (!found.data || !found.isFetchedAfterMount)
    return (
      <FoundPanel found={found} title={title} onClose={close}>
        {() => null}
      </FoundPanel>
    );
  return <EditLoaded request={found.data} title={title} onClosed={close} />;
}

interface EditProps {
  readonly request: StockRequest;
  readonly title: string;
  readonly onClosed: () => void;
}

function EditLoaded({ request, title, onClosed }: EditProps) {
  const { t } = useTranslation();
  const refresh = useStockRefresh();
  const [stored] = useState(request);
  const { fields, more } = useFields();
  const all = [...fields, ...more];
  return (
    <FormDialog
      {...{ fields, more, title, onClosed }}
      size="l"
      values={valuesOf(all, stored)}
      draftKey={`request/${stored.id}`}
      send={{ method: 'PUT', path: '/ims/request/update' }}
      toBody={(values) => ({ id: stored.id, version: stored.version, ...bodyOf(all, values) })}
      onSaved={() => {
        refresh();
        showToast(t('resource.saved', { name: t('request.one') }), 'good');
        onClosed();
      }}
    />
  );
}

/** 'Delete Request' */
export function DeleteRequest() {
  const { t } = useTranslation();
  const close = useReturn(requestsPath);
  const refresh = useStockRefresh();
  return (
    <DeletePanel
      found={useRequest()}
      name={t('request.one')}
      nameOf={(request) => request.number}
      remove={({ id }) => call('request.delete', { params: { id: String(id) }, inPlace: true })}
      onDeleted={refresh}
      onClose={close}
    />
  );
}
