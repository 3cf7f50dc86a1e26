import type { ReportConfig } from '@atoll/domain/report/report';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { createOnce } from '../../../api/unanswered.ts';
import { useLateRefusal } from '../../../form/late-refusal.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { uuidv7 } from '../../../session/id.ts';
import { Button } from '../../../ui/display/button.tsx';
import { CheckField, TextField } from '../../../ui/field/field.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import css from '../report-parts.module.css';

/** Saves a report under a name. */
export function SaveTemplate({ config, onClose }: { config: ReportConfig; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const queries = useQueryClient();
  const [key] = useState(uuidv7);
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isFavourite, setFavourite] = useState(true);
  const tellLate = useLateRefusal(t('report.saveTemplate'));
  const save = useMutation({
    onError: (error) => tellLate(error),
    mutationFn: () =>
      createOnce('template.create', { key, name, config, isShared, isFavourite }, (body) =>
        call('template.create', { body, inPlace: true }),
      ),
    onSuccess: async () => {
      showToast(t('report.saved'), 'good');
      await queries.invalidateQueries({ queryKey: ['template.list'] });
      onClose();
    },
  });
  const refusal = save.error instanceof CallError ? save.error.body : undefined;
  return (
    <Modal
      title={t('report.saveTemplate')}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="main" type="submit" form={form} busy={save.isPending}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label={t('report.templateName')}
          hint={t('report.templateNameHint')}
          error={save.isError ? (refusal?.errors?.['name'] ?? refusal?.message ?? t('session.noServer')) : undefined}
          required
          autoFocus
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <CheckField
          label={t('report.favourite')}
          checked={isFavourite}
          onChange={(event) => setFavourite(event.currentTarget.checked)}
        />
        <CheckField
          label={t('report.share')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      </form>
    </Modal>
  );
}
