import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';

/** Checks the history chain on the server and says whether it is intact. */
export function ChainCheck() {
  const { t } = useTranslation();
  const check = useMutation({ mutationFn: () => call('audit.check') });
  const found = check.data;
  return (
    <>
      {found && (
        <output>
          {found.isIntact ? (
            <Chip tone="good">{t('audit.intact', { count: found.rows })}</Chip>
          ) : (
            <Chip tone="late">{t('audit.broken', { row: found.brokenAt })}</Chip>
          )}
        </output>
      )}
      <Button look="outline" busy={check.isPending} onClick={() => check.mutate()}>
        {t('audit.check')}
      </Button>
    </>
  );
}
