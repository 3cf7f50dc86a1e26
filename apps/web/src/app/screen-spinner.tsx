import { useTranslation } from 'react-i18next';
import { Spinner } from '../ui/display/spinner.tsx';

/** A screen that is being fetched shows a spinner only after this (R19.7): most come sooner. */
export const spinnerDelayMs = 5000;

/** In place of a screen that is being fetched. */
export function ScreenSpinner() {
  const { t } = useTranslation();
  return <Spinner cover label={t('ui.loading')} />;
}
