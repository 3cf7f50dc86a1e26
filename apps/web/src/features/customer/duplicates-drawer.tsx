import type { CustomerBeside } from '@atoll/domain/contract/people/customer-record';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import css from './duplicates-drawer.module.css';
import { About, MergeDialog, nameOf } from './merge-dialog.tsx';

/** 'Likely duplicates': shows customers that share a phone, an email or a name; each set can be merged. */
export function DuplicatesDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const [merging, setMerging] = useState<readonly CustomerBeside[] | null>(null);
  const found = useQuery({
    queryKey: ['customer.doubles', outletId],
    queryFn: () => call('customer.doubles', { inPlace: true }),
    staleTime: 0,
    retry: false,
  });
  const { data } = found;
  return (
    <Drawer title={t('customer.duplicates')} onClose={onClose}>
      <div className={css.stack}>
        {data && data.groups.length > 0 ? (
          <>
            <p className={css.hint}>{t('customer.duplicatesHint')}</p>
            {!data.isWhole && <p className={css.hint}>{t('customer.duplicatesPartial')}</p>}
            {data.groups.map(({ reason, customers }) => (
              <section key={customers.map(({ id }) => id).join(' ')} className={css.group}>
                <div className={css.groupHead}>
                  <Chip tone="saved">{t(`customer.reasons.${reason}`)}</Chip>
                  <Button
                    look="accent"
                    aria-label={`${t('customer.merge')} ${customers.map(nameOf).join(', ')}`}
                    onClick={() => setMerging(customers)}
                  >
                    {t('customer.merge')}
                  </Button>
                </div>
                {customers.map((one) => (
                  <About key={one.id} customer={one} />
                ))}
              </section>
            ))}
          </>
        ) : data ? (
          <Empty icon="people" title={t('customer.duplicates')} hint={t('customer.noDuplicates')} />
        ) : found.error ? (
          <NotLoaded found={found} />
        ) : (
          <SkeletonRows label={t('ui.loading')} />
        )}
      </div>
      {merging && (
        <MergeDialog
          customers={merging}
          onClose={() => setMerging(null)}
          onDone={() => {
            setMerging(null);
            void found.refetch();
          }}
        />
      )}
    </Drawer>
  );
}
