import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';

/** Says that a slow sign-in is still running, and offers to stop it. */
export function SlowNote({ onStop }: { onStop: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <p>{t('patience.slow')}</p>
      <Button look="plain" onClick={onStop}>
        {t('patience.stop')}
      </Button>
    </div>
  );
}
