import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { courseOf, isHeld, maxCourse } from '@atoll/domain/bill/course';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSettingOf } from '../../../sync/app-store.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import css from './course-choice.module.css';

/** Courses that are always offered; higher ones when the bill has them. */
const minCourses = 4;

interface CourseChoiceProps {
  readonly bill: Bill;
  readonly item: BillItem;
  readonly isUnsaved: boolean;
  readonly value: number;
  readonly onChange: (course: number) => void;
}

/** Chooses the course of an item at a table until it is fired. A saved one keeps a course, because the kitchen waits for it (R23.11). */
export function CourseChoice({ bill, item, isUnsaved, value, onChange }: CourseChoiceProps) {
  const { t } = useTranslation();
  const isOn = useSettingOf('Courses') && bill.type === 'Table';
  if (!(isUnsaved ? isOn || courseOf(item) > 0 : isHeld(item))) return null;
  const last = Math.min(maxCourse, Math.max(minCourses, ...bill.items.map((each) => courseOf(each) + 1)));
  const first = isUnsaved ? 0 : 1;
  return (
    <div className={css.choice}>
      <span aria-hidden="true">{t('course.course')}</span>
      <Segmented
        label={t('course.course')}
        look="pills"
        value={String(value)}
        items={Array.from({ length: last + 1 - first }, (_, index) => {
          const course = String(index + first);
          return { value: course, label: course === '0' ? t('course.none') : course };
        })}
        onChange={(course) => onChange(Number(course))}
      />
    </div>
  );
}
