import { useTranslation } from '../../../locale/use-translation.ts';
import { Chip } from '../../../ui/display/chip.tsx';
import { Money } from '../../../ui/display/money.tsx';
import styles from './difference-word.module.css';

/** Shows counted minus expected, with the word for it. */
export function DifferenceWord({ laari }: { laari: number }) {
  const { t } = useTranslation();
  const word = laari === 0 ? t('shift.even') : laari > 0 ? t('shift.over') : t('shift.short');
  return (
    <span className={styles.difference}>
      <Chip tone={laari === 0 ? 'good' : laari > 0 ? 'saved' : 'late'}>{word}</Chip>
      <Money laari={laari} />
    </span>
  );
}
