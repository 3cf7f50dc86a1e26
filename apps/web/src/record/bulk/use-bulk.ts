import { derivedKey } from '@atoll/domain/bill/derived-key';
import { type BulkRow, endpointsOf } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useState } from 'react';
import { CallError, type ErrorBody, request } from '../../api/api.ts';
import { keyToSend, sendOnce } from '../../api/unanswered.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useRefresh } from '../../resource/use-record.ts';
import { uuidv7 } from '../../session/id.ts';
import { useIsShown } from '../../ui/hook/use-is-shown.ts';
import { showActionToast } from '../../ui/overlay/action-toast.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { type BulkChange, isDone, undoOf } from './undo.ts';

/** How long a bulk action can be undone (R35.53). */
export const undoMs = 10_000;

/** What the bulk call of an entity is asked to do. */
export interface BulkRequest {
  readonly changes?: readonly BulkChange[];
  readonly copies?: readonly { readonly id: number; readonly name: string }[];
}

/** Returns the functions of the bulk call of an entity: a preview, and the action with its undo. */
export function useBulk(definition: ResourceDefinition) {
  const { t } = useTranslation();
  // The key of the copies: the drawer makes each once, however often it is sent.
  const [fresh] = useState(uuidv7);
  const refresh = useRefresh(definition);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsShown();
  const { bulk } = endpointsOf(definition);

  async function send(
    asked: BulkRequest & { readonly isPreview?: true; readonly isPartial?: true },
    key = fresh,
  ): Promise<BulkRow[]> {
    const copies = asked.copies?.map((copy) => ({ ...copy, key: derivedKey(String(copy.id), key) }));
    const body = { ...asked, ...(copies && { copies }) };
    const { answer } = await request(bulk.method, bulk.path, { body, inPlace: true });
    return (answer as { readonly rows: BulkRow[] }).rows;
  }

  /** Previews copies with the key of those whose answer is not known: the preview names what the server has already made of them. */
  const preview = (body: BulkRequest): Promise<BulkRow[]> =>
    send({ ...body, isPreview: true }, body.copies && keyToSend(bulk.path, body.copies, fresh));

  async function undo(changes: readonly BulkChange[]): Promise<void> {
    try {
      const kept = (await send({ changes, isPartial: true })).filter(({ error }) => error !== null);
      refresh();
      if (kept.length === 0) return showToast(t('bulk.undone'), 'good');
      const names = kept.map(({ name }) => name).join(', ');
      return showToast(t('bulk.undoneInPart', { count: kept.length, names }), 'warning', { sticky: true });
    } catch {
      return showToast(t('bulk.undoFailed'), 'error');
    }
  }

  /** Does it for all rows or none, and offers Undo. Returns whether it was done. */
  async function apply(body: BulkRequest, keys: readonly string[], done: (count: number) => string): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      const { copies } = body;
      const rows = await (copies ? sendOnce(bulk.path, copies, (key) => send(body, key), fresh) : send(body));
      refresh();
      const changes = undoOf(rows, keys);
      const onPress = () => void undo(changes);
      showActionToast(done(rows.filter(isDone).length), { label: t('bulk.undo'), onPress }, undoMs);
      return true;
    } catch (error) {
      const refused = (error instanceof CallError ? error.body : null) ?? { message: t('resource.away') };
      setFailure(refused);
      if (!isShown()) showToast(refused.message, 'warning');
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { preview, apply, failure, isBusy };
}
