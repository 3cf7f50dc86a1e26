import type { ReplayFigures } from '@atoll/domain/contract/outlet/replay';
import { addDays } from '@atoll/domain/date/business-day';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { businessDayHere } from '../../../sync/outlet-time.ts';
import { DatePicker } from '../../../ui/choice/date-picker.tsx';
import { MultiDropdown } from '../../../ui/choice/dropdown.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { Input } from '../../../ui/field/input.tsx';
import { PricePage } from '../price-page.tsx';
import css from './dry-run.module.css';
import { type Draft, planned } from './planned.ts';

type Replayed = Awaited<ReturnType<typeof call<'prices.replay'>>>;

const nothing = { changes: [], lists: [], promotions: [], menus: [] } as const;
const idsOf = (drafts: readonly Draft[]): number[] => drafts.map(({ id }) => id);

/** Prices past days again with planned prices, rules, menus and rates, and shows every sum beside what was. Nothing is saved. Source: R21.31. */
export function DryRunScreen() {
  const { t } = useTranslation();
  const run = useRun();
  const refused = run.error instanceof CallError ? run.error.body : null;
  const errors = refused?.errors ?? {};
  const message = run.error && (refused?.message ?? t('resource.away'));
  return (
    <PricePage title={t('dryRun.title')}>
      <form
        className={css.form}
        noValidate
        aria-label={t('dryRun.title')}
        onSubmit={(event) => {
          event.preventDefault();
          run.start();
        }}
      >
        <RunFields run={run} errors={errors} />
        <Button type="submit" look="main" busy={run.isPending}>
          {t('dryRun.run')}
        </Button>
        {message && Object.keys(errors).length === 0 && <p role="alert">{message}</p>}
      </form>
      {run.data && <RunResult result={run.data} />}
    </PricePage>
  );
}

/** Keeps what is planned, and runs it. */
function useRun() {
  const today = businessDayHere();
  const [fromDay, setFromDay] = useState(() => addDays(today, -7));
  const [toDay, setToDay] = useState(() => addDays(today, -1));
  const [drafts, setDrafts] = useState<Readonly<Record<keyof typeof nothing, readonly Draft[]>>>(nothing);
  const [gstPct, setGstPct] = useState<number | null>(null);
  const [serviceChargePct, setServiceChargePct] = useState<number | null>(null);
  const asked = useMutation({
    mutationFn: () =>
      call('prices.replay', {
        body: {
          fromDay,
          toDay,
          priceChangeIds: idsOf(drafts.changes),
          listIds: idsOf(drafts.lists),
          promotionIds: idsOf(drafts.promotions),
          menuIds: idsOf(drafts.menus),
          rates: { gstPct, serviceChargePct },
        },
        inPlace: true,
      }),
  });
  const { data, error, isPending } = asked;
  const days = { today, fromDay, setFromDay, toDay, setToDay };
  const rates = { gstPct, setGstPct, serviceChargePct, setServiceChargePct };
  return { data, error, isPending, start: () => asked.mutate(), ...days, drafts, setDrafts, ...rates };
}

interface RunFieldsProps {
  readonly run: ReturnType<typeof useRun>;
  readonly errors: Readonly<Record<string, string>>;
}

function RunFields({ run, errors }: RunFieldsProps) {
  const { t } = useTranslation();
  const { today, drafts, setDrafts } = run;
  return (
    <div className={css.fields}>
      <DatePicker
        label={t('dryRun.fromDay')}
        today={today}
        max={today}
        value={run.fromDay}
        error={errors['fromDay']}
        onChange={(day) => day && run.setFromDay(day)}
      />
      <DatePicker
        label={t('dryRun.toDay')}
        today={today}
        max={today}
        value={run.toDay}
        error={errors['toDay']}
        onChange={(day) => day && run.setToDay(day)}
      />
      {(['changes', 'lists', 'promotions', 'menus'] as const).map((kind) => (
        <MultiDropdown
          key={kind}
          label={t(`dryRun.${kind}`)}
          keyField="name"
          data={planned[kind]}
          value={drafts[kind]}
          onChange={(chosen) => setDrafts({ ...drafts, [kind]: chosen })}
        />
      ))}
      <Input kind="percent" label={t('dryRun.gstPct')} value={run.gstPct} onChange={run.setGstPct} />
      <Input
        kind="percent"
        label={t('dryRun.serviceChargePct')}
        value={run.serviceChargePct}
        onChange={run.setServiceChargePct}
      />
    </div>
  );
}

const sums = [
  'subTotal',
  'promotion',
  'discount',
  'serviceCharge',
  'gst',
  'total',
  'rounding',
  'net',
  'cost',
  'margin',
] as const satisfies readonly (keyof ReplayFigures)[];

function RunResult({ result: { bills, was, wouldBe, items, withoutCost } }: { readonly result: Replayed }) {
  const { t } = useTranslation();
  if (bills === 0) return <Hint>{t('dryRun.noBills')}</Hint>;
  return (
    <section className={css.result} aria-label={t('dryRun.result')}>
      <Hint>{t('dryRun.same', { count: bills })}</Hint>
      <table className={css.table}>
        <Heads first={t('dryRun.sum')} />
        <tbody>
          {sums.map((name) => (
            <Row key={name} name={t(`dryRun.sums.${name}`)} was={was[name]} wouldBe={wouldBe[name]} />
          ))}
        </tbody>
      </table>
      {withoutCost > 0 && <Hint>{t('dryRun.withoutCost', { count: withoutCost })}</Hint>}
      <h2 className={css.heading}>{t('dryRun.moved')}</h2>
      {items.length === 0 ? (
        <Hint>{t('dryRun.noneMoved')}</Hint>
      ) : (
        <table className={css.table}>
          <Heads first={t('dryRun.item')} />
          <tbody>
            {items.map((item) => (
              <Row
                key={`${item.id} ${item.size}`}
                name={`${item.qty} ${item.name} ${item.size}`}
                was={item.was}
                wouldBe={item.wouldBe}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Heads({ first }: { readonly first: string }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {[first, t('dryRun.was'), t('dryRun.wouldBe'), t('dryRun.difference')].map((text) => (
          <th key={text} scope="col">
            {text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Row({ name, was, wouldBe }: { readonly name: string; readonly was: number; readonly wouldBe: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {[
        ['was', was],
        ['would be', wouldBe],
        ['difference', wouldBe - was],
      ].map(([key, laari]) => (
        <td key={key}>
          <Money laari={Number(laari)} />
        </td>
      ))}
    </tr>
  );
}
