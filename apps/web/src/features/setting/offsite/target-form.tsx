import { type FormEvent, useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { SelectField, TextField } from '../../../ui/field/field.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { ButtonRow } from '../button-row.tsx';
import { SettingGroup } from '../setting-row.tsx';
import { HostKey, type ShownKey } from './host-key.tsx';
import css from './offsite.module.css';
import type { Offsite } from './offsite.ts';
import { draftOf, isComplete, type TargetDraft, targetKinds, targetOf } from './target-draft.ts';
import { TargetFields } from './target-fields.tsx';

interface TargetFormProps {
  readonly state: Offsite;
  readonly onSaved: (state: Offsite) => void;
}

/** Returns the key of a target that a person has to look at; undefined for any other refusal. */
function keyOf(caught: unknown): ShownKey | undefined {
  if (!(caught instanceof CallError)) return undefined;
  const { reason, details } = caught.body ?? {};
  const isNew = reason === 'offsiteHostKey';
  if ((!isNew && reason !== 'offsiteHostKeyChanged') || typeof details !== 'string') return undefined;
  return { fingerprint: details, isNew };
}

interface WhenFieldsProps {
  readonly hour: string;
  readonly minutes: string;
  readonly onHour: (hour: string) => void;
  readonly onMinutes: (minutes: string) => void;
}

/** Chooses when copies are made. */
function WhenFields({ hour, minutes, onHour, onMinutes }: WhenFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        type="time"
        required
        label={t('offsite.hour')}
        hint={t('offsite.hourHint')}
        value={hour}
        onChange={(event) => onHour(event.currentTarget.value)}
      />
      <TextField
        inputMode="numeric"
        pattern="[0-9]{2,4}"
        required
        label={t('offsite.minutes')}
        hint={t('offsite.minutesHint')}
        maxLength={4}
        value={minutes}
        onChange={(event) => onMinutes(event.currentTarget.value)}
      />
    </>
  );
}

/** Chooses where the copies go and the hour of the daily one. The server tests the target with a file before it is kept. */
export function TargetForm({ state, onSaved }: TargetFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(state.target ?? state.suggested ?? null));
  const [hour, setHour] = useState(state.hour);
  const [minutes, setMinutes] = useState(String(state.minutes));
  const [busy, setBusy] = useState<'test' | 'end'>();
  const [error, setError] = useState<string>();
  const [shownKey, setShownKey] = useState<ShownKey>();
  const change = (more: Partial<TargetDraft>) => {
    // A key belongs to the machine that showed it.
    const isOtherMachine = more.host !== undefined || more.port !== undefined;
    setShownKey(undefined);
    setDraft((before) => ({ ...before, ...more, ...(isOtherMachine ? { hostKey: '' } : {}) }));
  };

  async function save(next: TargetDraft | null) {
    setBusy(next ? 'test' : 'end');
    setError(undefined);
    setShownKey(undefined);
    const secret = next?.secret ? { secret: next.secret } : {};
    try {
      const body = { target: next && targetOf(next), hour, minutes: Number(minutes), ...secret };
      onSaved(await call('offsite.target', { body, inPlace: true }));
      showToast(next ? t('offsite.tested') : t('offsite.ended'), 'good');
    } catch (caught) {
      const found = keyOf(caught);
      const told = caught instanceof CallError ? [caught.message, caught.body?.details] : [t('setting.noServer')];
      if (found) setShownKey(found);
      else setError(told.filter(Boolean).join('. '));
    } finally {
      setBusy(undefined);
    }
  }
  const accept = (fingerprint: string) => {
    const next = { ...draft, hostKey: fingerprint };
    setDraft(next);
    void save(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <SettingGroup title={t('offsite.target')}>
      <form className={css.form} onSubmit={submit}>
        <SelectField
          label={t('offsite.kind')}
          options={targetKinds.map((value) => ({ value, label: t(`offsite.kinds.${value}`) }))}
          value={draft.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as TargetDraft['kind'] })}
        />
        <TargetFields
          draft={draft}
          hasSecret={state.hasSecret && state.target?.kind === draft.kind}
          onChange={change}
        />
        <WhenFields hour={hour} minutes={minutes} onHour={setHour} onMinutes={setMinutes} />
        {state.isSameDisk && !error && <Alert>{t('offsite.sameDisk')}</Alert>}
        {error && <Alert>{error}</Alert>}
        {shownKey && <HostKey shown={shownKey} busy={busy === 'test'} onAccept={accept} />}
        <ButtonRow>
          <Button type="submit" look="accent" busy={busy === 'test'} disabled={!isComplete(draft) || busy === 'end'}>
            {t('offsite.testTarget')}
          </Button>
          {state.target && (
            <Button busy={busy === 'end'} disabled={busy === 'test'} onClick={() => void save(null)}>
              {t('offsite.end')}
            </Button>
          )}
        </ButtonRow>
      </form>
    </SettingGroup>
  );
}
