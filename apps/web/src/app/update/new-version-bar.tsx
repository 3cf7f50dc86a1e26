import { isSelling } from '@atoll/domain/release/may-reload';
import { useEffect, useState } from 'react';
import { useRelease } from '../../api/release.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import css from '../../ui/display/notice-bar.module.css';
import { askForVersion, offerLater, tillWork } from './load-version.ts';
import { useNewVersion } from './new-version.ts';

/** How often the bar looks whether a sale has started or ended. */
const lookEveryMs = 1000;

/** Offers a new version of the app above every screen: now, after this sale, or later (R31.34). */
export function NewVersionBar() {
  const { t } = useTranslation();
  const isAsked = useNewVersion((state) => state.isAsked);
  const isOld = useRelease((state) => state.isOld);
  const [isBusy, setBusy] = useState(() => isSelling(tillWork()));
  useEffect(() => {
    const looking = setInterval(() => setBusy(isSelling(tillWork())), lookEveryMs);
    return () => clearInterval(looking);
  }, []);
  return (
    <section className={css.bar} role="status" aria-label={t('update.title')}>
      <p>{t(isAsked ? 'update.afterThis' : isOld ? 'update.old' : 'update.ready')}</p>
      {!isAsked && (
        <Button look="outline" icon="refresh" onClick={askForVersion}>
          {t(isBusy ? 'update.afterSale' : 'update.now')}
        </Button>
      )}
      {!isOld && (
        <Button look="plain" onClick={offerLater}>
          {t('update.later')}
        </Button>
      )}
    </section>
  );
}
