import type { Site } from '@atoll/domain/contract/outlet/website';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../api/api.ts';
import { useLateRefusal } from '../../form/late-refusal.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Button } from '../../ui/display/button.tsx';
import { InstantInput } from '../../ui/field/instant-input.tsx';
import { Modal } from '../../ui/overlay/overlay.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import css from './publish-dialog.module.css';

/** Publishes the site now or later, or takes it offline. */
export function PublishDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const timezone = useTimezone();
  const [at, setAt] = useState<string | null>(null);
  const done = async (word: string) => {
    showToast(word, 'good');
    await queries.invalidateQueries({ queryKey: ['site'] });
    onClose();
  };
  const tellLate = useLateRefusal(t('website.publish'));
  const publish = useMutation({
    onError: (error) => tellLate(error),
    mutationFn: (when: string | null) => call('site.publish', { body: when ? { at: when } : {}, inPlace: true }),
    onSuccess: (_, when) => done(t(when ? 'website.scheduled' : 'website.published')),
  });
  const offline = useMutation({
    onError: (error) => tellLate(error),
    mutationFn: () => call('site.offline', { inPlace: true }),
    onSuccess: () => done(t('website.offlineDone')),
  });
  const failure = publish.error ?? offline.error;
  const refusal = failure instanceof CallError ? failure.body : undefined;
  const isBusy = publish.isPending || offline.isPending;
  return (
    <Modal title={t('website.publish')} size="s" onClose={onClose}>
      <div className={css.form}>
        {failure && !refusal?.errors?.['at'] && (
          <Alert>{refusal?.errors?.['blocks'] ?? refusal?.message ?? t('session.noServer')}</Alert>
        )}
        <Button look="main" size="l" block busy={publish.isPending} onClick={() => !isBusy && publish.mutate(null)}>
          {t('website.publishNow')}
        </Button>
        <InstantInput
          label={t('website.publishAt')}
          value={at}
          timezone={timezone}
          error={refusal?.errors?.['at']}
          onChange={setAt}
        />
        <Button block disabled={at === null} onClick={() => !isBusy && publish.mutate(at)}>
          {t('website.publishLater')}
        </Button>
        {site.status !== 'Draft' && site.status !== 'Offline' && (
          <Button look="dangerSoft" block busy={offline.isPending} onClick={() => !isBusy && offline.mutate()}>
            {t('website.offline')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
