import type { Site } from '@atoll/domain/contract/outlet/website';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { ScreenTitle } from '../../ui/display/screen-title.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useToastsBelow } from '../../ui/hook/toasts-below.ts';
import { BlockList } from './block-list.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { SitePreview } from './site-preview.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import css from './website-screen.module.css';

type Shown = 'settings' | 'versions' | 'codes' | 'publish' | null;

/** Shows the site's editor: its blocks, its state, and a preview beside them. */
export function WebsiteScreen() {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const [shown, setShown] = useState<Shown>(null);
  const [work, setWork] = useState<HTMLDivElement | null>(null);
  useToastsBelow(work);
  const site = useQuery({ queryKey: ['site', outletId], queryFn: () => call('site.find', { inPlace: true }) });
  const blocks = useQuery({
    queryKey: ['page.list', outletId, 'site'],
    queryFn: async () =>
      (await call('page.list', { inPlace: true, query: { sort: 'sort' } })) as unknown as ResourceRecord[],
  });
  const close = () => setShown(null);
  if (!site.data || !blocks.data)
    return (
      <div className={css.screen}>
        {site.isError || blocks.isError ? (
          <Empty
            icon="warning"
            tone="late"
            level={1}
            title={t('website.failed')}
            hint={t('session.noServer')}
            action={
              <Button
                icon="refresh"
                busy={site.isFetching || blocks.isFetching}
                onClick={() => void Promise.all([site.refetch(), blocks.refetch()])}
              >
                {t('ui.tryAgain')}
              </Button>
            }
          />
        ) : (
          <div role="status" aria-label={t('ui.loading')}>
            <Skeleton height={420} />
          </div>
        )}
      </div>
    );
  const state = `${site.dataUpdatedAt} ${blocks.dataUpdatedAt}`;
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <div className={css.heading}>
          <ScreenTitle>{t('website.title')}</ScreenTitle>
          <Status site={site.data} />
        </div>
        <div className={css.actions}>
          <Button look="plain" onClick={() => setShown('versions')}>
            {t('website.versions')}
          </Button>
          <Button look="outline" onClick={() => setShown('codes')}>
            {t('website.codes')}
          </Button>
          <Button look="outline" icon="settings" onClick={() => setShown('settings')}>
            {t('website.settings')}
          </Button>
          <Button look="main" onClick={() => setShown('publish')}>
            {t('website.publish')}
          </Button>
        </div>
      </header>
      <div className={css.work} ref={setWork}>
        <BlockList blocks={blocks.data} />
        <SitePreview state={state} />
      </div>
      {shown === 'settings' && <SettingsDialog site={site.data} onClose={close} />}
      {shown === 'versions' && <VersionsDialog site={site.data} onClose={close} />}
      {shown === 'publish' && <PublishDialog site={site.data} onClose={close} />}
      {shown === 'codes' && <CodesDialog onClose={close} />}
      <Outlet />
    </div>
  );
}

const tones = { Draft: 'plain', Scheduled: 'saved', Published: 'good', Offline: 'late' } as const;

function Status({ site }: { site: Site }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const at = site.scheduledAt ?? site.publishedAt;
  const isLive = site.status === 'Published';
  return (
    <p className={css.status}>
      <Chip tone={tones[site.status]}>
        {t(`website.statuses.${site.status}`, { at: at ? dayAndTime(at, timezone) : '' })}
      </Chip>
      {isLive && site.publishedAt && <span>{t('website.since', { at: dayAndTime(site.publishedAt, timezone) })}</span>}
      {isLive && (
        <a className={buttonClass({ look: 'plain' })} href={site.path} target="_blank" rel="noreferrer">
          {t('website.open')}
        </a>
      )}
    </p>
  );
}
