/** The names of stations on the kitchen screen. */
import { findStation, firstStations, type Station, stationsOf } from '@atoll/domain/outlet/station';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';

const isFirst = (code: string): code is 'KITCHEN' | 'BAR' | 'GRILL' => firstStations.some((one) => one.code === code);

/** Returns the name of a station: that of the app while nobody gave it another one. */
export function stationName(t: TFunction, { code, name }: Station): string {
  const known = firstStations.find((one) => one.code === code)?.name;
  return isFirst(code) && name === known ? t(`kitchen.stations.${code}`) : name;
}

/** Returns the stations of the open outlet, and again when they change. */
export const useStations = (): readonly Station[] => useApp(({ outlet }) => stationsOf(outlet));

/** Returns the function that names a station by its code; renders again when the stations change. */
export function useStationName(): (code: string) => string {
  const { t } = useTranslation();
  const stations = useStations();
  return (code) => stationName(t, findStation(stations, code));
}
