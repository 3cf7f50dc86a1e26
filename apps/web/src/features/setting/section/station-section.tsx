import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { station } from '@atoll/domain/resources/station';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../../../api/api.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { useLabel } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useApp } from '../../../sync/app-store.ts';
import { buttonClass } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { ButtonRow } from '../button-row.tsx';
import { SettingHint } from '../setting-note.tsx';
import { SettingGroup } from '../setting-row.tsx';
import { SectionList, SectionListRow } from './section-list.tsx';

/** Lists the stations of the outlet: what each makes and where its tickets print. */
export function StationSection() {
  const { t } = useTranslation();
  const outletId = useApp((state) => state.outletId);
  const { method, path } = endpointsOf(station).list;
  const stations = useQuery({
    queryKey: [station.table, 'settings', outletId],
    queryFn: async () => (await request(method, path, { inPlace: true })).answer as readonly ResourceRecord[],
    staleTime: 0,
  });
  return (
    <SettingGroup>
      {stations.data ? (
        <SectionList>
          {stations.data.toSorted(inOrder).map((one) => (
            <StationRow key={one.id} record={one} />
          ))}
        </SectionList>
      ) : stations.isError ? (
        <NotLoaded found={stations} isRow />
      ) : (
        <SkeletonRows rows={3} height={64} label={t('ui.loading')} />
      )}
      {stations.data && <SettingHint>{t('setting.makers.onlyFirst')}</SettingHint>}
      <ButtonRow>
        <Link to={pathTo('Create Station')} className={buttonClass({ look: 'accent' })}>
          {t('setting.makers.add')}
        </Link>
        <Link to={pathTo('Stations')} className={buttonClass({ look: 'soft' })}>
          {t('setting.makers.all')}
        </Link>
      </ButtonRow>
    </SettingGroup>
  );
}

const sortOf = (record: ResourceRecord): number => Number(record['sort'] ?? 0);
const inOrder = (a: ResourceRecord, b: ResourceRecord): number => sortOf(a) - sortOf(b) || a.id - b.id;

const texts = (value: unknown): readonly string[] => (value as readonly string[] | undefined) ?? [];

function StationRow({ record }: { readonly record: ResourceRecord }) {
  const { t } = useTranslation();
  const localize = useLabel();
  const name = String(record['name']);
  const makes = [
    ...texts(record['types']).map(localize),
    ...texts(record['categoryNames']),
    ...texts(record['itemNames']),
  ];
  const printers = texts(record['printers']);
  const watched = texts(record['watchesNames'] ?? record['watches']);
  const work = makes.length > 0 ? makes.join(', ') : t('setting.makers.nothing');
  const watches =
    watched.length > 0 ? t('setting.makers.watches', { names: watched.join(', ') }) : t('setting.makers.watchesAll');
  const paper = record['isExpediter'] ? t('setting.makers.noPaper') : t('setting.makers.usualPrinter');
  return (
    <SectionListRow
      name={name}
      about={joinedList([record['isExpediter'] ? watches : work, printers.length > 0 ? printers.join(', ') : paper])}
      state={<Chip tone="plain">{String(record['code'])}</Chip>}
      buttons={
        <Link
          to={pathTo('Edit Station', { id: String(record.id) })}
          className={buttonClass({ look: 'plain' })}
          aria-label={t('setting.makers.editOf', { name })}
        >
          {t('setting.edit')}
        </Link>
      }
    />
  );
}
