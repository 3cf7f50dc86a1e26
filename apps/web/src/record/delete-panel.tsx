import { useAct } from '../approval/use-act.ts';
import { FailureBox } from '../form/form-dialog.tsx';
import { useTranslation } from '../locale/use-translation.ts';
import { DeleteBody } from '../resource/delete-body.tsx';
import { Button } from '../ui/display/button.tsx';
import { showToast } from '../ui/overlay/toast.ts';
import { FoundPanel, type useFound } from './found-panel.tsx';

interface DeletePanelProps<T> {
  readonly found: ReturnType<typeof useFound<T>>;
  /** 'Request' */
  readonly name: string;
  readonly nameOf: (record: T) => string;
  readonly remove: (record: T) => Promise<unknown>;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before a record is deleted (R10.4); a refusal is shown in a box. */
export function DeletePanel<T>({ found, name, nameOf, remove, onDeleted, onClose }: DeletePanelProps<T>) {
  const { t } = useTranslation();
  const { act, busy, failure } = useAct();
  async function go(record: T) {
    if (!(await act('delete', () => remove(record)))) return;
    onDeleted();
    onClose();
    showToast(t('resource.deleted', { name }), 'good');
  }
  return (
    <FoundPanel
      found={found}
      title={t('resource.delete', { name })}
      onClose={onClose}
      footer={(record) => (
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="danger" busy={busy !== null} onClick={() => void go(record)}>
            {t('resource.deleteButton')}
          </Button>
        </>
      )}
    >
      {(record) => <DeleteBody name={nameOf(record)}>{failure && <FailureBox failure={failure} />}</DeleteBody>}
    </FoundPanel>
  );
}
