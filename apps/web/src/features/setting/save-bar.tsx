import { useConnection } from '../../api/connection.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import css from './save-bar.module.css';
import { useSettingDraft } from './setting-draft.ts';

interface SaveBarProps {
  readonly changes: number;
  /** Fields with a problem besides the first, which has the focus. */
  readonly otherFaults: number;
}

/** Shows the number of unsaved changes, and saves or discards them. */
export function SaveBar({ changes, otherFaults }: SaveBarProps) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const { busy, error, errors, save, discard } = useSettingDraft();
  const words = error === '' ? t('setting.noServer') : error;
  const [first] = Object.values(errors);
  const others = otherFaults > 0 ? t('resource.otherFaults', { count: otherFaults }) : '';
  return (
    <div className={css.bar} role="region" aria-label={t('setting.unsaved')}>
      <p aria-live="polite" className={words ? css.error : undefined}>
        {words
          ? [words, first === words ? '' : first, others].filter(Boolean).join('. ')
          : t('setting.changes', { count: changes })}
      </p>
      <Button look="plain" disabled={busy} onClick={discard}>
        {t('setting.discard')}
      </Button>
      <Button look="main" busy={busy} disabled={!isOnline} onClick={() => void save()}>
        {isOnline ? t('ui.save') : t('setting.saveOffline')}
      </Button>
    </div>
  );
}
