import type { Bill } from '@atoll/domain/bill/bill';
import type { Section } from '@atoll/domain/outlet/floor/floor-plan';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useConnection } from '../../api/connection.ts';
import { useApproved } from '../../approval/use-approved.ts';
import { useBills } from '../../bills/bills.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Actions } from '../../ui/overlay/actions.tsx';
import { DialogFields } from '../../ui/overlay/dialog-form.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './hand-over-dialog.module.css';

interface HandOverDialogProps {
  /** What is handed over: one bill, or all open bills of a person. */
  readonly bills: readonly Bill[];
  readonly from: { readonly id: number | null; readonly name: string };
  /** True when all open bills of the person are meant, also those that opened in the meantime. */
  readonly isAll: boolean;
  /** The section of the floor whose open bills are meant; the new waiter serves it from then on. */
  readonly section?: Section;
  readonly onClose: () => void;
}

/** Hands a bill, or all bills of a person or of a section, to another waiter, who is told (R23.6, R35.77). */
export function HandOverDialog({ bills, from, isAll, section, onClose }: HandOverDialogProps) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const people = useQuery({
    queryKey: ['waiters'],
    queryFn: () => call('bill.waiters', { inPlace: true }),
    retry: false,
    enabled: isOnline,
  });
  const [to, setTo] = useState<number>();
  const { busy, error, hand } = useHandOver(bills, isAll ? from.id : null, section);
  const slots = [...new Set(bills.map((bill) => slotName(t, bill.type, bill.slot)))].join(', ');
  const others = (people.data ?? []).filter(({ id }) => id !== from.id);
  const confirm = async () => {
    const person = others.find(({ id }) => id === to);
    const done = person && (await hand(person.id));
    if (!person || !done) return;
    showToast(
      section
        ? t('waiter.sectionServed', { section: section.name, name: person.name })
        : isAll
          ? t('waiter.handedAll', { count: done.length, name: person.name })
          : t('waiter.handed', { slot: slots, name: person.name }),
      'good',
    );
    onClose();
  };
  return (
    <Modal title={t('waiter.handOver')} onClose={onClose}>
      <DialogFields>
        <p>
          {section
            ? t(slots ? 'waiter.handSectionAbout' : 'waiter.handOverAbout', {
                section: section.name,
                slot: section.name,
                slots,
              })
            : isAll
              ? t('waiter.handAllAbout', { slots })
              : t('waiter.handOverAbout', { slot: slots })}
        </p>
        {!isOnline ? null : people.isPending ? (
          <SkeletonRows label={t('ui.loading')} />
        ) : people.isError ? (
          <NotLoaded found={people} isRow title={t('waiter.notLoaded')} />
        ) : others.length === 0 ? (
          <Hint>{t('waiter.noOthers')}</Hint>
        ) : (
          <div className={css.people} role="group" aria-label={t('waiter.to')}>
            {others.map(({ id, name }) => (
              <button key={id} type="button" className={css.person} aria-pressed={to === id} onClick={() => setTo(id)}>
                {name}
              </button>
            ))}
          </div>
        )}
        {error && <Alert>{error}</Alert>}
        {!isOnline && <Hint>{t('bill.needsServer')}</Hint>}
        <Actions>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button look="accent" busy={busy} disabled={!isOnline || to === undefined} onClick={() => void confirm()}>
            {t('waiter.handOver')}
          </Button>
        </Actions>
      </DialogFields>
    </Modal>
  );
}

/** Returns the function that hands the bills over, with an approval where the person needs one. `fromUserId`: all bills of that person are meant. */
function useHandOver(bills: readonly Bill[], fromUserId: number | null, section: Section | undefined) {
  const { run, busy, error } = useApproved();
  const [choice, subject] = whatIsHanded(bills, fromUserId, section);
  const hand = (toUserId: number) =>
    run({ permission: 'bill.transfer.server', ...subject, toUserId }, (options) =>
      useBills.getState().hand(choice, toUserId, options),
    );
  return { busy, error, hand };
}

/** Returns what is handed over, and what an approval of it is about. */
function whatIsHanded(bills: readonly Bill[], fromUserId: number | null, section: Section | undefined) {
  if (section)
    return [{ sectionId: section.id }, { subjectType: 'Section', subjectKey: `section ${section.id}` }] as const;
  if (fromUserId !== null) return [{ fromUserId }, { subjectType: 'User', subjectKey: `user ${fromUserId}` }] as const;
  const keys = bills.map(({ key }) => key);
  return [{ keys }, { subjectType: 'Bill', subjectKey: keys[0] ?? '' }] as const;
}
