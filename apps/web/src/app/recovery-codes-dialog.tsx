import { useTranslation } from '../locale/use-translation.ts';
import { showRecoveryCodes, useRecoveryCodes } from '../session/recovery-codes.ts';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import css from './recovery-codes-dialog.module.css';

/** Shows new recovery codes once. Rendered by the frame. */
export function RecoveryCodesDialog() {
  const { t } = useTranslation();
  const codes = useRecoveryCodes((state) => state.codes);
  if (!codes) return null;
  const hide = () => showRecoveryCodes(undefined);
  return (
    <Modal
      title={t('factor.codesTitle')}
      onClose={hide}
      closable={false}
      size="s"
      footer={
        <Button look="main" onClick={hide}>
          {t('factor.codesKept')}
        </Button>
      }
    >
      <p>{t('factor.codesHint')}</p>
      <ul className={css.codes} aria-label={t('factor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
