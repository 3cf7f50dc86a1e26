import { type BusinessType, businessTypes } from '@atoll/domain/outlet/outlet';
import { useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { sendOnce } from '../../api/unanswered.ts';
import { useLateRefusal } from '../../form/late-refusal.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { SelectField, TextField } from '../../ui/field/field.tsx';
import { ActionDialog } from '../../ui/overlay/dialog-form.tsx';
import { SettingError } from './setting-note.tsx';

/** Creates an outlet with what it needs at least; the rest is set in its own settings. */
export function NewOutletDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [tin, setTin] = useState('');
  const [businessType, setBusinessType] = useState<BusinessType>('Restaurant');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  const tellLate = useLateRefusal(t('setting.outlets.new'));

  async function save() {
    setBusy(true);
    setError(undefined);
    try {
      const body = { name, address, tin, businessType };
      await sendOnce('outlet.create', body, (key) => call('outlet.create', { body: { ...body, key }, inPlace: true }));
      onMade();
    } catch (caught) {
      tellLate(caught);
      const body = caught instanceof CallError ? caught.body : null;
      setErrors(body?.errors ?? {});
      setError(body?.message ?? t('setting.noServer'));
      setBusy(false);
    }
  }

  return (
    <ActionDialog
      title={t('setting.outlets.new')}
      onClose={onClose}
      action={t('ui.save')}
      busy={busy}
      onAction={() => void save()}
    >
      {error && <SettingError>{error}</SettingError>}
      <TextField
        label={t('setting.outlet.name.label')}
        required
        autoFocus
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField
        label={t('setting.outlets.kind')}
        hint={t('setting.outlets.kindHint')}
        value={businessType}
        options={businessTypes.map((one) => ({ value: one, label: t(`setting.businessTypes.${one}`) }))}
        onChange={(event) => setBusinessType(event.currentTarget.value as BusinessType)}
      />
      <TextField
        label={t('setting.outlet.address.label')}
        required
        value={address}
        error={errors['address']}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <TextField
        label={t('setting.outlet.tin.label')}
        hint={t('setting.outlet.tin.hint')}
        value={tin}
        error={errors['tin']}
        onChange={(event) => setTin(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
