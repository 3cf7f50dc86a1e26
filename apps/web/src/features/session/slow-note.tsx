import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** Under a sign-in that the server has not answered yet: that it is under way, and the way out. */
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
