import type { Bill } from '@atoll/domain/bill/bill';
import { showRefusal } from '../../approval/show-refusal.ts';
import { AboutFields, useAbout } from '../../bill/about-fields.tsx';
import { useBills } from '../../bills/bills.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogForm } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';

/** Edits the guests, name, note and allergies of a bill, and whether it becomes a tax invoice. */
export function DetailsDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t } = useTranslation();
  const { about, onChange, changes, fault } = useAbout(bill);
  const apply = () => {
    if (fault) return;
    const names = Object.keys(changes);
    if (names.length > 0) {
      const done = useBills.getState().change(bill.key, changes);
      if (!done.ok) showRefusal(done.refusal);
      else void useBills.getState().saveChanges(bill.key, names);
    }
    onClose();
  };
  return (
    <Modal title={t('service.detailsTitle')} onClose={onClose}>
      <DialogForm onSubmit={apply}>
        <AboutFields {...{ bill, about, onChange, fault }} />
        <Actions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" look="accent">
            {t('ui.save')}
          </Button>
        </Actions>
      </DialogForm>
    </Modal>
  );
}
