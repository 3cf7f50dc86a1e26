import { useTranslation } from '../../locale/use-translation.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { soundRefusedScan } from '../sounds.ts';
import { useBarcode } from './use-barcode.ts';

/**
 * Refuses scans while a payment is entered: a code is neither an amount nor a press of the focused button. A sound and a message say so
 * (docs/rules.md#scans).
 */
export function useRefusedScans(): void {
  const { t } = useTranslation();
  useBarcode(
    () => {
      soundRefusedScan();
      showToast(t('service.scanWhilePaying'), 'warning', { id: 'barcode' });
    },
    // A reference may be scanned into its field.
    () => false,
  );
}
