import type { ItemMarks as Marks } from '@atoll/domain/menu/marks';
import { itemMarks } from './item-mark-words.ts';
import css from './item-marks.module.css';

/** Shows the marks of an item; nothing for an item without any (R35.76). */
export function ItemMarks({ item }: { item: Marks }) {
  return <MarkTexts marks={itemMarks(item)} />;
}

/** Shows marks whose texts are known already. */
export function MarkTexts({ marks }: { marks: ReturnType<typeof itemMarks> }) {
  if (marks.length === 0) return null;
  return (
    <span className={css.marks}>
      {marks.map(({ text, isWarning }) => (
        <span key={text} className={css.mark} data-warning={isWarning}>
          {text}
        </span>
      ))}
    </span>
  );
}
