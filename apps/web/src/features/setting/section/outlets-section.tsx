import type { OwnOutlet } from '@atoll/domain/contract/outlet/outlet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useSession } from '../../../session/session.ts';
import { FoundByName } from '../../../ui/choice/found-by-name.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { ButtonRow } from '../button-row.tsx';
import { NewOutletDialog } from '../new-outlet-dialog.tsx';
import { SettingError } from '../setting-note.tsx';
import { SettingGroup } from '../setting-row.tsx';
import { SectionList, SectionListRow } from './section-list.tsx';

/** Lists the user's outlets: opens, creates and deactivates them. */
export function OutletsSection() {
  const { t } = useTranslation();
  const refresh = useSession((state) => state.refresh);
  const [isCreating, setCreating] = useState(false);
  const [error, setError] = useState<string>();
  const outlets = useQuery({
    queryKey: ['outlets'],
    queryFn: async () => (await call('outlet.list', { query: { sort: 'id' }, inPlace: true })) as OwnOutlet[],
    staleTime: 0,
  });

  async function run(work: () => Promise<unknown>) {
    setError(undefined);
    try {
      await work();
      // The outlets of the top bar belong to the session, so it is refreshed.
      await refresh();
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    }
    await outlets.refetch();
  }

  return (
    <SettingGroup>
      {error && <SettingError>{error}</SettingError>}
      {outlets.data ? (
        <FoundByName items={outlets.data} label={t('outlet.find')}>
          {(found) => (
            <SectionList>
              {found.map((outlet) => (
                <OutletRow key={outlet.outletId} outlet={outlet} onRun={run} />
              ))}
            </SectionList>
          )}
        </FoundByName>
      ) : outlets.isError ? (
        <NotLoaded found={outlets} isRow />
      ) : (
        <SkeletonRows rows={2} height={64} label={t('ui.loading')} />
      )}
      <ButtonRow>
        <Button icon="plus" look="accent" onClick={() => setCreating(true)}>
          {t('setting.outlets.new')}
        </Button>
      </ButtonRow>
      {isCreating && (
        <NewOutletDialog
          onClose={() => setCreating(false)}
          onMade={() => {
            setCreating(false);
            void run(async () => undefined);
          }}
        />
      )}
    </SettingGroup>
  );
}

function OutletRow({ outlet, onRun }: { outlet: OwnOutlet; onRun: (work: () => Promise<unknown>) => Promise<void> }) {
  const { t } = useTranslation();
  const here = useSession((state) => state.scope?.outletId);
  const switchOutlet = useSession((state) => state.switchOutlet);
  const [isAsking, setAsking] = useState(false);
  const { outletId, name, version } = outlet;
  const isHere = outletId === here;
  const deactivate = () => {
    setAsking(false);
    void onRun(() => call('outlet.delete', { params: { id: String(outletId) }, inPlace: true }));
  };
  const reactivate = () =>
    void onRun(() => call('outlet.update', { body: { outletId, version, isActive: true }, inPlace: true }));
  return (
    <SectionListRow
      name={name}
      about={`${t(`setting.businessTypes.${outlet.businessType}`)} · ${outlet.address}`}
      state={
        <Chip tone={isHere ? 'open' : outlet.isActive ? 'good' : 'plain'}>
          {isHere ? t('setting.outlets.here') : outlet.isActive ? t('setting.outlets.inUse') : t('setting.outlets.out')}
        </Chip>
      }
      buttons={
        <>
          {outlet.isActive && !isHere && (
            <Button onClick={() => void switchOutlet(outletId)} aria-label={t('setting.outlets.editOf', { name })}>
              {t('setting.edit')}
            </Button>
          )}
          {!outlet.isActive && <Button onClick={reactivate}>{t('setting.outlets.bringBack')}</Button>}
          {outlet.isActive &&
            !isHere &&
            (isAsking ? (
              <Button look="danger" onClick={deactivate}>
                {t('setting.outlets.sure')}
              </Button>
            ) : (
              <Button
                look="dangerSoft"
                onClick={() => setAsking(true)}
                aria-label={t('setting.outlets.takeOutOf', { name })}
              >
                {t('setting.outlets.takeOut')}
              </Button>
            ))}
        </>
      }
    />
  );
}
