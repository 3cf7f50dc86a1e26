import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { courseOf, heldCourses, isHeld, lastFiredAt } from '@atoll/domain/bill/course';
import { firstPart, isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { useState } from 'react';
import { useBill, useBills } from '../../../bills/bills.ts';
import { useNow } from '../../../clock/now.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button } from '../../../ui/display/button.tsx';
import css from './course-head.module.css';
import { fireCourseHere } from './fire-course.ts';

interface CourseHeadProps {
  readonly billKey: string;
  /** 0: what has no course. */
  readonly course: number;
}

/** Returns the courses of which only parts of set menus wait that are listed in this one, where their set is. */
function coursesWithin(bill: Bill, course: number, unsaved: ReadonlySet<string>): readonly number[] {
  const heads = new Map(bill.items.filter(isSetHead).map((head) => [head.key, firstPart(bill.items, head)]));
  const saved = bill.items.filter(({ key }) => !unsaved.has(key));
  const listedIn = (item: BillItem): number => courseOf(heads.get(item.parentKey ?? item.key) ?? item);
  const listed = new Set(saved.map(listedIn));
  return heldCourses({ items: saved.filter((item) => listedIn(item) === course) }).filter((one) => !listed.has(one));
}

/** Heads the items of a course: how long ago it was fired, or what of it waits and the button that fires it (R23.12, R23.14). */
export function CourseHead({ billKey, course }: CourseHeadProps) {
  const { t } = useTranslation();
  const bill = useBill(billKey);
  const drafted = useBills((state) => state.drafts[billKey]?.items);
  if (!bill) return null;
  const unsaved = new Set(drafted?.map(({ key }) => key));
  return (
    <>
      {course === 0 && <p className={css.head}>{t('course.none')}</p>}
      {[...(course === 0 ? [] : [course]), ...coursesWithin(bill, course, unsaved)].map((one) => (
        <CourseRow key={one} {...{ bill, unsaved }} course={one} />
      ))}
    </>
  );
}

interface CourseRowProps {
  readonly bill: Bill;
  /** Keys of the items that are not saved yet. */
  readonly unsaved: ReadonlySet<string>;
  readonly course: number;
}

function CourseRow({ bill, unsaved, course }: CourseRowProps) {
  const { t } = useTranslation();
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const items = bill.items.filter((item) => !item.isVoid && courseOf(item) === course);
  const held = items.filter((item) => isHeld(item) && !unsaved.has(item.key)).length;
  const firedAt = lastFiredAt({ items });
  const minutes = firedAt === null ? null : Math.max(0, Math.floor((now - Date.parse(firedAt)) / 60_000));
  const fire = () => {
    setBusy(true);
    void fireCourseHere(bill.key, course).finally(() => setBusy(false));
  };
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
