import type { Contract } from '@atoll/domain/contract/contract';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { CareAction, CareLevel } from '@atoll/domain/trust/care';
import { careValuesText } from '@atoll/domain/trust/care-words';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/api.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import css from './care-section.module.css';
import { CareVariables } from './care-variables.tsx';
import { SectionList, SectionListRow } from './section-list.tsx';
import { SupportBundle } from './support-bundle.tsx';

type Item = AnswerOf<Contract['care.read']>[number];

const refreshMs = 30_000;
const worstFirst: readonly CareLevel[] = ['Bad', 'Watch', 'Good', 'Off'];
const tones = { Good: 'good', Watch: 'saved', Bad: 'late', Off: 'plain' } as const;

/** Where an action is done; the others are done at the server. */
const sectionOf: Partial<Record<CareAction, 'backup' | 'offsite' | 'trust'>> = {
  backUp: 'backup',
  setOffsite: 'offsite',
  copyOffsite: 'offsite',
  testRestore: 'offsite',
  typePassphrase: 'offsite',
  restore: 'backup',
  renew: 'trust',
};

/** Shows how the things of the server are, the worst first, each with its reason, since when, and what to do (R31.42). */
export function CareSection() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const [isBundling, setBundling] = useState(false);
  const found = useQuery({
    queryKey: ['care.read'],
    queryFn: () => call('care.read', { inPlace: true }),
    refetchInterval: refreshMs,
    staleTime: 0,
  });
  const { data, dataUpdatedAt, isError } = found;
  if (isError && !data) return <NotLoaded found={found} isRow />;
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  const alerts = data.find(({ item, values }) => item === 'alerts' && values['mails'] !== undefined);
  const isWell = !data.some(({ level }) => level === 'Bad' || level === 'Watch');
  const off = data.filter(({ level }) => level === 'Off').map(({ item }) => t(`care.items.${item}`));
  return (
    <>
      <p role="status" className={css.summary}>
        {isError
          ? t('care.asOf', { at: dayAndTime(new Date(dataUpdatedAt).toISOString(), timezone) })
          : isWell
            ? off.length === 0
              ? t('care.well')
              : t('care.wellButOff', { items: joinedList(off) })
            : t('care.notWell')}
      </p>
      <SectionList>
        {data
          .toSorted((a, b) => worstFirst.indexOf(a.level) - worstFirst.indexOf(b.level))
          .map((item) => (
            <CareRow key={item.item} item={item} />
          ))}
      </SectionList>
      {alerts && <CareVariables values={alerts.values} />}
      <p>
        <Button onClick={() => setBundling(true)}>{t('care.bundle')}</Button>
      </p>
      {isBundling && <SupportBundle onClose={() => setBundling(false)} />}
    </>
  );
}

function CareRow({ item: { item, level, reason, values, since, action } }: { readonly item: Item }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const timezone = useTimezone();
  const shown = careValuesText(values, (instant) => dayAndTime(instant, timezone));
  const section = sectionOf[action];
  const open = () => void navigate({ to: '.', search: (before: object) => ({ ...before, section }), replace: true });
  return (
    <SectionListRow
      name={t(`care.items.${item}`)}
      about={
        <>
          {t(`care.reasons.${reason}`, shown)} {t('care.since', { at: dayAndTime(since, timezone) })}
        </>
      }
      result={action === 'none' ? undefined : <b>{t(`care.actions.${action}`)}</b>}
      state={<Chip tone={tones[level]}>{t(`care.levels.${level}`)}</Chip>}
      buttons={section && <Button onClick={open}>{t(`setting.section.${section}.title`)}</Button>}
    />
  );
}
