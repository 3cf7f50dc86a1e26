import type { FactorSetUp } from '@atoll/domain/contract/people/second-factor';
import { useTranslation } from '../locale/use-translation.ts';
import css from './factor-picture.module.css';

/** Shows what an authenticator app needs: a picture to scan, and the same as text. */
export function FactorPicture({ setUp }: { setUp: FactorSetUp }) {
  const { t } = useTranslation();
  return (
    <div className={css.setUp}>
      <p>{t('factor.scan')}</p>
      <img className={css.picture} src={setUp.picture} alt={t('factor.picture')} width={200} height={200} />
      <p className={css.text}>
        {t('factor.orType')} <code dir="ltr">{setUp.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  );
}
