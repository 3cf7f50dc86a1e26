import type { PrintStation } from '@atoll/domain/contract/bill/print-station';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { deviceWords } from '../../../person/device-words.ts';
import { becomeStation, keepIsStation } from '../../../printing/print-station.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useSession } from '../../../session/session.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { ButtonRow } from '../button-row.tsx';
import { SectionList, SectionListRow } from '../section/section-list.tsx';
import { SettingError, SettingHint } from '../setting-note.tsx';
import { SettingGroup } from '../setting-row.tsx';

/** Lists the devices that print for others, adds this one and removes them (R36.18). `hasPrintServer`: one answers on this device. */
export function StationList({ hasPrintServer }: { hasPrintServer: boolean }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const [removed, setRemoved] = useState<PrintStation>();
  const { found, busy, error, add, remove } = useStations(outletId);
  const list = found.data ?? [];
  return (
    <SettingGroup title={t('setting.stations.title')}>
      <SettingHint>{t('setting.stations.hint')}</SettingHint>
      {error && <SettingError>{error}</SettingError>}
      {found.isError ? (
        <NotLoaded found={found} isRow />
      ) : !found.data ? (
        <SkeletonRows rows={1} height={64} label={t('ui.loading')} />
      ) : list.length === 0 ? (
        <SettingHint>{t('setting.stations.none')}</SettingHint>
      ) : (
        <SectionList>
          {list.map((station) => (
            <StationRow key={station.id} station={station} onRemove={() => setRemoved(station)} />
          ))}
        </SectionList>
      )}
      {found.data && !list.some(({ isThis }) => isThis) && (
        <AddThis {...{ hasPrintServer, busy }} onAdd={() => void add()} />
      )}
      {removed && (
        <RemoveStation
          station={removed}
          onClose={() => setRemoved(undefined)}
          onRemove={() => {
            setRemoved(undefined);
            void remove(removed);
          }}
        />
      )}
    </SettingGroup>
  );
}

/** Returns the stations of the outlet, and the functions that add this device and remove one. */
function useStations(outletId: number | undefined) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const found = useQuery({
    queryKey: ['print.stations', outletId],
    queryFn: async () => {
      const stations = await call('print.stations', { inPlace: true });
      if (outletId !== undefined)
        keepIsStation(
          outletId,
          stations.some(({ isThis }) => isThis),
        );
      return stations;
    },
    staleTime: 0,
  });

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      showToast(done, 'good');
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    }
    await found.refetch();
    setBusy(false);
  }
  const add = () => run(becomeStation, t('setting.stations.added'));
  const remove = (station: PrintStation) =>
    run(
      () => call('print.remove', { params: { id: station.id }, inPlace: true }),
      t('setting.stations.removed', { name: stationName(station, t('device.unknown')) }),
    );
  return { found, busy, error, add, remove };
}

const stationName = ({ device }: PrintStation, unknown: string): string => deviceWords(device) || unknown;

function StationRow({ station, onRemove }: { station: PrintStation; onRemove: () => void }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { isThis, isThere, tillNumber: number, seenAt } = station;
  const name = stationName(station, t('device.unknown'));
  const time = dayAndTime(seenAt, timezone);
  return (
    <SectionListRow
      name={name}
      about={
        number === null
          ? t('setting.stations.lastSeen', { time })
          : t('setting.stations.lastSeenTill', { time, number })
      }
      state={
        isThis ? (
          <Chip tone="open">{t('device.thisOne')}</Chip>
        ) : (
          <Chip tone={isThere ? 'good' : 'plain'}>{t(`setting.stations.${isThere ? 'ready' : 'away'}`)}</Chip>
        )
      }
      buttons={
        <Button look="plain" onClick={onRemove} aria-label={t('setting.remove', { name })}>
          {t('setting.removeIt')}
        </Button>
      }
    />
  );
}

/** Offers to add this device, where it has a print server; elsewhere says where to add one. */
function AddThis({ hasPrintServer, busy, onAdd }: { hasPrintServer: boolean; busy: boolean; onAdd: () => void }) {
  const { t } = useTranslation();
  if (!hasPrintServer) return <SettingHint>{t('setting.stations.elsewhere')}</SettingHint>;
  return (
    <ButtonRow>
      <Button icon="printer" busy={busy} onClick={onAdd}>
        {t('setting.stations.add')}
      </Button>
    </ButtonRow>
  );
}

interface RemoveStationProps {
  station: PrintStation;
  onClose: () => void;
  onRemove: () => void;
}

function RemoveStation({ station, onClose, onRemove }: RemoveStationProps) {
  const { t } = useTranslation();
  const name = stationName(station, t('device.unknown'));
  return (
    <Modal
      title={t('setting.stations.removeTitle', { name })}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="danger" onClick={onRemove}>
            {t('setting.removeIt')}
          </Button>
        </>
      }
    >
      <p>{t('setting.stations.removeHint')}</p>
    </Modal>
  );
}
