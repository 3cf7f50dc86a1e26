import { useState } from 'react';
import { CallError } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { ApprovalDeclined, approvalHeaders, withApproval } from '../approval/approval.ts';
import { presetReasons } from '../bill/reason/preset-reasons.ts';
import { ReasonPresets } from '../bill/reason/reason-presets.tsx';
import { useTranslation } from '../locale/use-translation.ts';
import { openDrawer } from '../printing/drawer.ts';
import { uuidv7 } from '../session/id.ts';
import { notify, useApp } from '../sync/app-store.ts';
import { TextField } from '../ui/field/field.tsx';
import { ActionDialog } from '../ui/overlay/dialog-form.tsx';

/** Opens the cash drawer without a sale. Asks for a reason, and for an approval when the user lacks the permission. */
export function DrawerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const shiftKey = useApp((state) => state.shift?.key) ?? '';
  const isOnline = useConnection((state) => state.isOnline);
  const [key] = useState(uuidv7);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const presets = presetReasons('drawer.open');

  async function submit() {
    const trimmed = reason.trim();
    if (trimmed.length < 3) return setError(t('ui.minLength', { label: t('cash.reason'), count: 3 }));
    setBusy(true);
    setError(undefined);
    const slip = { title: t('floor.drawerOpened'), reasonLabel: t('cash.reason'), reason: trimmed };
    try {
      await withApproval(
        { permission: 'drawer.open', subjectType: 'Shift', subjectKey: shiftKey, reason: trimmed },
        (approvalKey) => openDrawer(key, slip, approvalHeaders(approvalKey)),
      );
      notify({ kind: 'success', message: t('floor.drawerOpened') });
      onClose();
    } catch (caught) {
      if (caught instanceof ApprovalDeclined) return;
      setError(caught instanceof CallError ? caught.message : t('bill.needsServer'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ActionDialog
      title={t('floor.openDrawer')}
      size="s"
      onClose={onClose}
      action={t('floor.openDrawer')}
      busy={busy}
      disabled={!isOnline}
      onAction={() => void submit()}
    >
      <p>{isOnline ? t('floor.drawerHint') : t('bill.needsServer')}</p>
      <ReasonPresets label={t('cash.reasonsTitle')} options={presets} reason={reason} onChoose={setReason} />
      <TextField
        label={t('cash.reason')}
        maxLength={200}
        value={reason}
        error={error}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
