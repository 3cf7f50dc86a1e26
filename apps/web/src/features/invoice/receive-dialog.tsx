import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { sendOnce } from '../../api/unanswered.ts';
import { useAct } from '../../approval/use-act.ts';
import { recordsOf } from '../../form/choices.ts';
import { FailureBox, FormDialog } from '../../form/form-dialog.tsx';
import type { Chosen } from '../../form/form-values.ts';
import { NewRecords, useNewRecord } from '../../form/new-record.tsx';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import parts from '../../record/record-parts.module.css';
import { RecordTable } from '../../record/record-table.tsx';
import { useSession } from '../../session/session.ts';
import { QtyBox } from '../../stock/qty-box.tsx';
import { qtyText } from '../../stock/quantity.ts';
import { Dropdown } from '../../ui/choice/dropdown.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

interface ReceiveDialogProps {
  readonly invoice: PurchaseInvoice;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const storages = recordsOf('storage');

/** Returns the storage that receives goods unless another one is chosen, as the server chooses it; `isKnown` once the storages were fetched. */
function useUsualStorage(): { readonly storage?: Chosen | undefined; readonly isKnown: boolean } {
  const outletId = useSession((state) => state.scope?.outletId);
  const { data } = useQuery({
    queryKey: ['storage.list', outletId, 'usual'],
    queryFn: async () =>
      (await call('storage.list', { inPlace: true })) as readonly (Chosen & { isDefaultReceiving?: boolean })[],
  });
  const inOrder = data?.toSorted((a, b) => a.id - b.id);
  const storage = inOrder?.find(({ isDefaultReceiving }) => isDefaultReceiving) ?? inOrder?.[0];
  return { storage: storage && { id: storage.id, name: storage.name }, isKnown: data !== undefined };
}

/** Receives goods: everything that is still missing, unless less is typed. */
export function ReceiveDialog(props: ReceiveDialogProps) {
  return (
    <NewRecords form={FormDialog}>
      <Received {...props} />
    </NewRecords>
  );
}

function Received({ invoice, onDone, onClose }: ReceiveDialogProps) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  const addStorage = useNewRecord({ entity: 'storage' });
  const localize = useLabel();
  const usual = useUsualStorage();
  const lines = invoice.lines.filter((line) => line.kind === 'Item' && line.qtyReceived < line.qty);
  const restOf = (line: PurchaseInvoice['lines'][number]) => Math.round((line.qty - line.qtyReceived) * 1000) / 1000;
  const [typed, setTyped] = useState<Readonly<Record<number, number | null>>>(() =>
    Object.fromEntries(lines.map((line) => [line.id, restOf(line)])),
  );
  /** Undefined: not chosen here, so the usual storage counts. */
  const [picked, setPicked] = useState<Chosen | null | undefined>(
    invoice.storageId ? { id: invoice.storageId, name: invoice.storageName } : undefined,
  );
  const [showsFaults, setShowsFaults] = useState(false);
  const storage = picked === undefined ? (usual.storage ?? null) : picked;
  const noQty = failure?.errors?.['lines'];
  const missing = storage ? undefined : t('ui.required', { label: t('invoice.storage') });
  async function receive() {
    setShowsFaults(true);
    if (missing && usual.isKnown) return;
    const received = lines.map(({ id }) => ({ id, qty: typed[id] ?? 0 }));
    const body = { id: invoice.id, lines: received, ...(storage ? { storageId: storage.id } : {}) };
    const send = (key: string) => call('invoice.receive', { body: { ...body, key }, inPlace: true });
    if (await act('receive', () => sendOnce('invoice.receive', body, send))) onDone();
  }
  return (
    <Modal
      title={t('invoice.receiveTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="main" busy={busy !== null} onClick={() => void receive()}>
            {t('invoice.receive')}
          </Button>
        </>
      }
    >
      <div className={parts.stack}>
        {failure && <FailureBox failure={{ ...failure, ...(noQty && { details: noQty }) }} />}
        <Dropdown
          label={t('invoice.storage')}
          keyField="name"
          data={storages}
          onCreate={addStorage}
          newLabel={localize('Storage')}
          value={storage}
          onChange={setPicked}
          error={showsFaults || failure?.errors?.['storageId'] ? missing : undefined}
          required
        />
        <RecordTable>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td data-name>
                  {line.name}
                  <span data-small>{qtyText(restOf(line), line.unit)}</span>
                </td>
                <td data-end>
                  <QtyBox
                    label={t('invoice.nowOf', { item: line.name })}
                    value={typed[line.id] ?? null}
                    error={failure?.errors?.[`lines[${invoice.lines.indexOf(line)}].qty`]}
                    onChange={(qty) => setTyped({ ...typed, [line.id]: qty })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </RecordTable>
      </div>
    </Modal>
  );
}
