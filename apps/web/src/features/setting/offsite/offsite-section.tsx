import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { SectionList, SectionListRow } from '../section/section-list.tsx';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { sizeText } from '../size-text.ts';
import type { Offsite } from './offsite.ts';
import { PassphraseGroup } from './passphrase-group.tsx';
import { TargetForm } from './target-form.tsx';

/** So often the screen asks whether a copy or a test ended. */
const busyMs = 2000;
const idleMs = 60_000;

/** Shows where encrypted copies go, the passphrase that opens them, the copies, and the last test of a restore (R31.36). */
export function OffsiteSection() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: ['offsite.read'],
    queryFn: () => call('offsite.read', { inPlace: true }),
    refetchInterval: ({ state }) => (state.data?.work ? busyMs : idleMs),
    staleTime: 0,
  });
  const { data } = found;
  if (found.isError && !data) return <NotLoaded found={found} isRow />;
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  if (!data.isPossible) return <p>{t('offsite.elsewhere')}</p>;
  const keep = (state: Offsite) => queries.setQueryData(['offsite.read'], state);
  return (
    <>
      <TargetForm key={`${JSON.stringify(data.target)} ${data.hour} ${data.minutes}`} state={data} onSaved={keep} />
      <PassphraseGroup state={data} onSaved={keep} />
      {data.target && data.passphrase && <Work state={data} onBegun={keep} />}
      {data.copies.length > 0 && <Copies state={data} />}
    </>
  );
}

interface WorkProps {
  readonly state: Offsite;
  readonly onBegun: (state: Offsite) => void;
}

/** Begins a copy or a test of a restore, and says how the last ones ended. */
function Work({ state, onBegun }: WorkProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const [error, setError] = useState<{ readonly at: 'run' | 'drill'; readonly text: string }>();
  const { copies, drill, work, hour, minutes } = state;
  const newest = copies.find(({ state: one }) => one === 'Sent');
  const failed = copies[0]?.state === 'Failed' ? copies[0] : undefined;

  async function begin(what: 'run' | 'drill') {
    setError(undefined);
    try {
      onBegun(await call(`offsite.${what}`, { inPlace: true }));
    } catch (caught) {
      setError({ at: what, text: caught instanceof CallError ? caught.message : t('setting.noServer') });
    }
  }

  const copyHint = newest
    ? t('offsite.newest', { at: dayAndTime(newest.at, timezone), hour, minutes })
    : t('offsite.none');
  const drillHint = !drill
    ? t('offsite.drillNone')
    : drill.ok
      ? t('offsite.drillGood', { date: dayAndTime(drill.at, timezone), count: drill.bills, seconds: drill.seconds })
      : t('offsite.drillFailed', { date: dayAndTime(drill.at, timezone) });
  const problemOf = (at: 'run' | 'drill', problem: Offsite['copies'][number]['problem'] | undefined) =>
    error?.at === at ? error.text : problem ? t(`offsite.problems.${problem}`) : undefined;
  return (
    <SettingGroup>
      <SettingRow
        label={t('offsite.last')}
        hint={work === 'copy' ? t('offsite.copying') : copyHint}
        error={problemOf('run', failed?.problem)}
      >
        <Button look="accent" busy={work === 'copy'} disabled={work === 'drill'} onClick={() => void begin('run')}>
          {t('offsite.now')}
        </Button>
      </SettingRow>
      {newest && (
        <SettingRow
          label={t('offsite.drill')}
          hint={work === 'drill' ? t('offsite.drilling') : drillHint}
          error={problemOf('drill', drill?.problem)}
        >
          <Button busy={work === 'drill'} disabled={work === 'copy'} onClick={() => void begin('drill')}>
            {t('offsite.test')}
          </Button>
        </SettingRow>
      )}
    </SettingGroup>
  );
}

/** Lists the copies, each with the passphrase of its time. */
function Copies({ state }: { readonly state: Offsite }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <SettingGroup title={t('offsite.copies')}>
      <SectionList>
        {state.copies.map(({ name, kind, at, bytes, state: how, recovery, problem }) => (
          <SectionListRow
            key={name}
            name={dayAndTime(at, timezone)}
            about={
              problem
                ? t(`offsite.problems.${problem}`)
                : `${kind === 'Diff' ? `${t('offsite.difference')} · ` : ''}${sizeText(bytes)} · ${
                    recovery === state.passphrase?.id
                      ? t('offsite.opensNow', { id: recovery })
                      : t('offsite.opensBefore', { id: recovery })
                  }`
            }
            state={<Chip tone={how === 'Failed' ? 'late' : 'good'}>{t(`offsite.states.${how}`)}</Chip>}
            buttons={null}
          />
        ))}
      </SectionList>
    </SettingGroup>
  );
}
