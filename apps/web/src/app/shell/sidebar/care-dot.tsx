import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import styles from './care-dot.module.css';

const refreshMs = 60_000;

/** Shows a red dot beside Settings while a thing of Care is Bad (R31.42). */
export function CareDot() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['care.read'],
    queryFn: () => call('care.read', { quiet: true }),
    refetchInterval: refreshMs,
  });
  if (!data?.some(({ level }) => level === 'Bad')) return null;
  return <i className={styles.dot} role="img" aria-label={t('care.notWell')} title={t('care.notWell')} />;
}
