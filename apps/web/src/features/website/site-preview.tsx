import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useSession } from '../../session/session.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import shared from './panel-head.module.css';
import css from './site-preview.module.css';

/** Shows what guests would see if the site were published now; `state` changes with every change of it. */
export function SitePreview({ state }: { state: string }) {
  const { t } = useTranslation();
  const outletId = useSession((session) => session.scope?.outletId);
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const found = useQuery({
    queryKey: ['site.preview', outletId],
    queryFn: () => call('site.preview', { inPlace: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className={css.preview} aria-label={t('website.preview')}>
      <header className={shared.panelHead}>
        <h2>{t('website.preview')}</h2>
        <Segmented
          label={t('website.preview')}
          value={width}
          onChange={setWidth}
          items={[
            { value: 'wide', label: t('website.wide') },
            { value: 'phone', label: t('website.phone') },
          ]}
        />
      </header>
      {found.data ? (
        <iframe
          key={state}
          className={css.frame}
          data-width={width}
          title={t('website.previewOf')}
          src={found.data.path}
          // The page's own policy blocks scripts; allow-scripts is for accessibility checkers that inject one.
          sandbox="allow-same-origin allow-scripts"
        />
      ) : found.isError ? (
        <NotLoaded found={found} />
      ) : (
        <Skeleton height={480} />
      )}
    </section>
  );
}
