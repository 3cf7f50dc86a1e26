import type { Site } from '@atoll/domain/contract/outlet/website';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './versions-dialog.module.css';

/** Lists earlier publications, the latest first; each can be published again. */
export function VersionsDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const timezone = useTimezone();
  const restore = useMutation({
    mutationFn: (id: number) => call('site.restore', { body: { id } }),
    onSuccess: async () => {
      showToast(t('website.restored'), 'good');
      await queries.invalidateQueries({ queryKey: ['site'] });
      onClose();
    },
  });
  return (
    <Drawer title={t('website.versions')} onClose={onClose}>
      {site.versions.length === 0 ? (
        <Empty icon="history" title={t('website.statuses.Draft')} hint={t('website.about')} />
      ) : (
        <ol className={css.versions}>
          {site.versions.map((version) => (
            <li key={version.id}>
              <span>
                <strong>{dayAndTime(version.at, timezone)}</strong>
                <small>{t('website.version', { count: version.blocks, name: version.byName })}</small>
              </span>
              <Button
                busy={restore.isPending && restore.variables === version.id}
                onClick={() => !restore.isPending && restore.mutate(version.id)}
              >
                {t('website.restore')}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  );
}
