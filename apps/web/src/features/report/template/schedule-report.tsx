import type { ReportSchedule, ReportTemplate } from '@atoll/domain/contract/outlet/report';
import { type Frequency, frequencies, type MailFormat, mailFormats } from '@atoll/domain/report/schedule';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useLateRefusal } from '../../../form/late-refusal.ts';
import { dayAndTime, weekday } from '../../../locale/instant.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/field/field.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import shared from '../report-parts.module.css';
import css from './schedule-report.module.css';

type ScheduleDraft = Pick<ReportSchedule, 'frequency' | 'time' | 'weekday' | 'day' | 'userIds' | 'format'>;

const days = Array.from({ length: 28 }, (_, index) => index + 1);

/** Sends a saved report by email: how often, when, and to whom. */
export function ScheduleReport({ template, onClose }: { template: ReportTemplate; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const me = useSession((state) => state.user?.id);
  const timezone = useTimezone();
  const first: ScheduleDraft = {
    frequency: 'Daily',
    time: '07:00',
    weekday: 0,
    day: 1,
    userIds: me ? [me] : [],
    format: 'PDF',
  };
  const [times, setTimes] = useState<ScheduleDraft>(template.schedule ?? first);
  const set = (part: Partial<ScheduleDraft>) => setTimes((now) => ({ ...now, ...part }));
  const save = useSaveSchedule(template.id, onClose);
  const body = save.error instanceof CallError ? save.error.body : undefined;
  return (
    <Modal
      title={t('report.schedule')}
      size="s"
      onClose={onClose}
      footer={
        <>
          {template.schedule && (
            <Button look="danger" busy={save.isPending} onClick={() => save.mutate(null)}>
              {t('report.unschedule')}
            </Button>
          )}
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button look="main" type="submit" form={form} busy={save.isPending} disabled={times.userIds.length === 0}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={shared.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(times);
        }}
      >
        {template.schedule && <Next schedule={template.schedule} timezone={timezone} />}
        <TimeFields times={times} onChange={set} />
        <SelectField
          label={t('report.format')}
          value={times.format}
          onChange={(event) => set({ format: event.currentTarget.value as MailFormat })}
          options={mailFormats.map((name) => ({ value: name, label: t(`report.formats.${name}`) }))}
        />
        <Recipients templateId={template.id} chosen={times.userIds} onChange={(userIds) => set({ userIds })} />
        {save.isError && (
          <Alert>{Object.values(body?.errors ?? {})[0] ?? body?.message ?? t('session.noServer')}</Alert>
        )}
      </form>
    </Modal>
  );
}

/** Returns a mutation that saves the schedule of a saved report, or removes it when given null. */
function useSaveSchedule(templateId: number, onSaved: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const tellLate = useLateRefusal(t('report.schedule'));
  return useMutation({
    onError: (error) => tellLate(error),
    mutationFn: (wanted: ScheduleDraft | null) =>
      call('template.schedule', { body: { id: templateId, schedule: wanted && plain(wanted) }, inPlace: true }),
    onSuccess: async (_, wanted) => {
      showToast(t(wanted ? 'report.scheduled' : 'report.unscheduled'), 'good');
      await queries.invalidateQueries({ queryKey: ['template.list'] });
      onSaved();
    },
  });
}

interface TimeFieldsProps {
  readonly times: ScheduleDraft;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
}

/** Asks how often the report is sent, on which day, and at what time. */
function TimeFields({ times, onChange }: TimeFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('report.frequency')}
        value={times.frequency}
        onChange={(event) => onChange({ frequency: event.currentTarget.value as Frequency })}
        options={frequencies.map((name) => ({ value: name, label: t(`report.frequencies.${name}`) }))}
      />
      {times.frequency === 'Weekly' && (
        <SelectField
          label={t('report.weekday')}
          value={String(times.weekday)}
          onChange={(event) => onChange({ weekday: Number(event.currentTarget.value) })}
          // 4 January 1970 was a Sunday.
          options={days.slice(0, 7).map((_, index) => ({ value: String(index), label: weekday(index) }))}
        />
      )}
      {times.frequency === 'Monthly' && (
        <SelectField
          label={t('report.monthDay')}
          value={String(times.day)}
          onChange={(event) => onChange({ day: Number(event.currentTarget.value) })}
          options={days.map((day) => ({ value: String(day), label: String(day) }))}
        />
      )}
      <TextField
        label={t('report.time')}
        hint={t('report.timeHint')}
        type="time"
        required
        value={times.time}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
      />
    </>
  );
}

interface RecipientsProps {
  readonly templateId: number;
  readonly chosen: readonly number[];
  readonly onChange: (userIds: number[]) => void;
}

/** Chooses the people who get the email. */
function Recipients({ templateId, chosen, onChange }: RecipientsProps) {
  const { t } = useTranslation();
  const people = useQuery({
    queryKey: ['template.recipients', templateId],
    queryFn: () => call('template.recipients', { inPlace: true }),
  });
  return (
    <fieldset className={css.people}>
      <legend>{t('report.recipients')}</legend>
      {people.data?.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  );
}

const plain = ({ frequency, time, weekday, day, userIds, format }: ScheduleDraft): ScheduleDraft => ({
  format,
  frequency,
  time,
  weekday,
  day,
  userIds,
});

/** Shows when it is sent next, or why it was not sent. */
function Next({ schedule, timezone }: { schedule: ReportSchedule; timezone: string }) {
  const { t } = useTranslation();
  return schedule.problem ? (
    <Alert>{sentenceText(schedule.problem)}</Alert>
  ) : (
    <p className={shared.hint}>{t('report.nextMail', { at: dayAndTime(schedule.dueAt, timezone) })}</p>
  );
}
