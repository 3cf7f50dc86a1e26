import { showToast } from '../ui/toast.ts';

/** Tells why something was refused, in the catalogue's words; one toast a reason. */
export function showRefusal(refusal: { readonly message: string; readonly details?: string }): void {
  showToast(refusal.details ? `${refusal.message}. ${refusal.details}` : refusal.message, 'warning', {
    id: refusal.message,
  });
}
