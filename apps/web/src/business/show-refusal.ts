import { labelText } from '../locale/label.ts';
import { showToast } from '../ui/toast.ts';

/** Tells why something was refused, in the catalogue's words; one toast a reason. */
export function showRefusal(refusal: { readonly message: string; readonly details?: string }): void {
  const [what, more] = [labelText(refusal.message), labelText(refusal.details ?? '')];
  showToast(more ? `${what}. ${more}` : what, 'warning', {
    id: refusal.message,
  });
}
