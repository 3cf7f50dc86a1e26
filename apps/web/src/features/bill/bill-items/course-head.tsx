import { courseOf, isHeld, lastFiredAt } from '@atoll/domain/bill/course';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBill, useBills } from '../../../bills/bills.ts';
import { useNow } from '../../../clock/now.ts';
import { Button } from '../../../ui/display/button.tsx';
import css from './course-head.module.css';
import { fireCourseHere } from './fire-course.ts';

interface CourseHeadProps {
  readonly billKey: string;
  /** 0: what has no course. */
  readonly course: number;
}

/** Heads the items of a course: how long ago it was fired, or what of it waits and the button that fires it (R23.12, R23.14). */
export function CourseHead({ billKey, course }: CourseHeadProps) {
  const { t } = useTranslation();
  const now = useNow();
  const bill = useBill(billKey);
  const [busy, setBusy] = useState(false);
  const unsaved = useBills((state) => state.drafts[billKey]?.items);
  const items = bill?.items.filter((item) => !item.isVoid && courseOf(item) === course) ?? [];
  const held = items.filter((item) => isHeld(item) && !unsaved?.some(({ key }) => key === item.key)).length;
  const firedAt = lastFiredAt({ items });
  const minutes = firedAt === null ? null : Math.max(0, Math.floor((now - Date.parse(firedAt)) / 60_000));
  const fire = () => {
    setBusy(true);
    void fireCourseHere(billKey, course).finally(() => setBusy(false));
  };
  if (course === 0) return <p className={css.head}>{t('course.none')}</p>;
  return (
    <div className={css.head}>
      <span>{t('course.name', { n: course })}</span>
      {minutes !== null && <span>{t('course.ago', { n: minutes })}</span>}
      {held > 0 && <span className={css.held}>{t('course.held', { count: held })}</span>}
      {held > 0 && (
        <Button look="accent" className={css.fire} busy={busy} onClick={fire}>
          {t('course.fire', { n: course })}
        </Button>
      )}
    </div>
  );
}

/** Names the course of an item that is not saved yet. */
export function CourseTag({ course }: { readonly course: number }) {
  const { t } = useTranslation();
  return <small>{t('course.name', { n: course })}</small>;
}

interface HeldTagProps {
  readonly billKey: string;
  readonly course: number;
}

/** Marks an item that waits in a course of which something was fired already: the head does not say which one waits. */
export function HeldTag({ billKey, course }: HeldTagProps) {
  const { t } = useTranslation();
  const isPartFired = useBill(billKey)?.items.some((item) => !item.isVoid && courseOf(item) === course && item.firedAt);
  return isPartFired ? <small className={css.held}>{t('course.waiting')}</small> : null;
}
