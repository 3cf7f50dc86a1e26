import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { useAct } from '../../approval/use-act.ts';
import { recordsOf } from '../../form/choices.ts';
import { FailureBox, FormDialog } from '../../form/form-dialog.tsx';
import type { Chosen } from '../../form/form-values.ts';
import { NewRecords, useNewRecord } from '../../form/new-record.tsx';
import parts from '../../record/record-parts.module.css';
import { RecordTable } from '../../record/record-table.tsx';
import { uuidv7 } from '../../session/id.ts';
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
  // The key stays the same while the dialog is open, so sending twice receives once.
  const [key] = useState(uuidv7);
  const lines = invoice.lines.filter((line) => line.kind === 'Item' && line.qtyReceived < line.qty);
  const restOf = (line: PurchaseInvoice['lines'][number]) => Math.round((line.qty - line.qtyReceived) * 1000) / 1000;
  const [typed, setTyped] = useState<Readonly<Record<number, number | null>>>(() =>
    Object.fromEntries(lines.map((line) => [line.id, restOf(line)])),
  );
  const [storage, setStorage] = useState<Chosen | null>(
    invoice.storageId ? { id: invoice.storageId, name: invoice.storageName } : null,
  );
  async function receive() {
    const received = lines.map(({ id }) => ({ id, qty: typed[id] ?? 0 }));
    const body = { id: invoice.id, key, lines: received, ...(storage ? { storageId: storage.id } : {}) };
    if (await act('receive', () => call('invoice.receive', { body, inPlace: true }))) onDone();
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
        {failure && <FailureBox failure={failure} />}
        <Dropdown
          label={t('invoice.storage')}
          keyField="name"
          data={storages}
          onCreate={addStorage}
          value={storage}
          onChange={setStorage}
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
