import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CallError, type ErrorBody, request } from '../api/api.ts';
import { FailureBox } from '../form/form-dialog.tsx';
import { useLateRefusal } from '../form/late-refusal.ts';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { useReturn } from '../ui/overlay/return.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { DeleteBody } from './delete-body.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { useRefresh } from './use-record.ts';

export interface ResourceDeleteProps {
  readonly definition: ResourceDefinition;
  /** What the removal means for work in progress. */
  readonly note?: ((record: ResourceRecord) => ReactNode) | undefined;
}

/** 'Delete Vendor': asks first (R10.4); a refusal is shown in a box. */
export function ResourceDelete({ definition, note }: ResourceDeleteProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { path, name, label } = definition;
  const close = useReturn(path);
  const refresh = useRefresh(definition);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorBody | null>(null);

  const tellLate = useLateRefusal(t('resource.delete', { name: localize(name) }));

  async function remove(record: ResourceRecord) {
    setBusy(true);
    setFailure(null);
    const { method, path: road } = endpointsOf(definition).remove;
    try {
      await request(method, road.replace(':id', String(record.id)), { inPlace: true });
      close();
      refresh();
      showToast(t('resource.deleted', { name: localize(name) }), 'good');
    } catch (error) {
      tellLate(error);
      const body = error instanceof CallError ? error.body : null;
      setFailure(body ?? { message: t(error instanceof CallError ? 'resource.deleteFailed' : 'resource.away') });
    }
    setBusy(false);
  }

  return (
    <RecordDrawer
      {...{ definition, id }}
      title={t('resource.delete', { name: localize(name) })}
      onClosed={close}
      footer={(record) => (
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button look="danger" busy={isBusy} onClick={() => void remove(record)}>
            {t('resource.deleteButton')}
          </Button>
        </>
      )}
    >
      {(record) => (
        <DeleteBody name={String(record[label])}>
          {note?.(record)}
          {failure && <FailureBox failure={failure} />}
        </DeleteBody>
      )}
    </RecordDrawer>
  );
}
