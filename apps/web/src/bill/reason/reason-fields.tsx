import type { ActionPermission } from '@atoll/domain/access/permission';
import { useTranslation } from '../../locale/use-translation.ts';
import { TextField } from '../../ui/field/field.tsx';
import { presetReasons } from './preset-reasons.ts';
import { ReasonPresets } from './reason-presets.tsx';

interface ReasonFieldsProps {
  /** The action of which the preset reasons are. */
  readonly action: ActionPermission;
  readonly reason: string;
  readonly error?: string | undefined;
  readonly onReason: (reason: string) => void;
}

/** Asks for a reason: presets of the action, and a field. */
export function ReasonFields({ action, reason, error, onReason }: ReasonFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ReasonPresets options={presetReasons(action)} reason={reason} onChoose={onReason} />
      <TextField
        label={t('service.reason')}
        maxLength={200}
        value={reason}
        error={error}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
    </>
  );
}
