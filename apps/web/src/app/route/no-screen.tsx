import { useTranslation } from '../../locale/use-translation.ts';
import { Empty } from '../../ui/display/empty.tsx';
import styles from '../screen-message.module.css';

/** Shown to a person who may see none of the screens: only their own profile is open to them. */
export function NoScreen() {
  const { t } = useTranslation();
  return (
    <div className={styles.message}>
      <Empty level={1} icon="lock" title={t('place.noScreen')} hint={t('app.forbiddenHint')} />
    </div>
  );
}
