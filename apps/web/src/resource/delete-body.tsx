import type { ReactNode } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import styles from './delete-body.module.css';

/** Asks whether to delete the record `name`, with what went wrong below. */
export function DeleteBody({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.body}>
      <p>{t('resource.sureDelete')}</p>
      <p>
        <strong>{name}</strong>
      </p>
      {children}
    </div>
  );
}
