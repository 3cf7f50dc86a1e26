import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { Empty } from '../ui/display/empty.tsx';
import { LoadError } from './route/lazy-screen.tsx';
import styles from './screen-message.module.css';

/** Shown in place of a screen that could not be loaded, or that failed (R19.7). */
export function LoadFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <div className={styles.message} role="alert">
      <Empty
        level={1}
        icon="warning"
        tone="late"
        title={t('app.loadError')}
        hint={t('app.loadErrorHint')}
        action={
          <Button
            look="main"
            icon="refresh"
            onClick={() => {
              if (error instanceof LoadError) error.forget();
              reset();
              void router.invalidate();
            }}
          >
            {t('ui.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
