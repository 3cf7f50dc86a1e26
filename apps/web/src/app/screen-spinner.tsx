import { useTranslation } from '../locale/use-translation.ts';
import { Spinner } from '../ui/display/spinner.tsx';

/** Delay before a spinner is shown while a screen is fetched (R19.7): most load sooner. */
export const spinnerDelayMs = 5000;

/** Shown in place of a screen that is being fetched. */
export function ScreenSpinner() {
  const { t } = useTranslation();
  return <Spinner cover label={t('ui.loading')} />;
}
