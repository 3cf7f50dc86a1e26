import { waitText } from '@atoll/domain/contract/bill/print-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSentence } from '../../locale/sentence.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { discoverPrinters, listPrinters, PrintFault, printTestPage } from '../../printing/print-server.ts';
import { Button } from '../../ui/display/button.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { addFound, type FoundPrinter, printersOf } from './found-printers.ts';
import css from './printer-step.module.css';
import { useStart } from './start-draft.ts';
import shared from './step-result.module.css';

const papers = ['bill', 'kitchen', 'bar'] as const;
/** Returns what the print server said; '' when it said nothing. */
const faultText = (fault: unknown): string => (fault instanceof PrintFault ? fault.message : '');
const none = { hosts: [], queues: [], devices: [] } as const;

/** Lists the printers that were found, each with a test, and chooses what prints where; the step can be skipped. */
export function PrinterStep() {
  const { t } = useTranslation();
  const { values, set } = useStart();
  const printers = useQuery({ queryKey: ['printers'], queryFn: listPrinters, retry: false });
  const found = useQuery({
    queryKey: ['printers', 'found'],
    queryFn: () => discoverPrinters(true),
    enabled: printers.data !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (printers.isError) {
    return (
      <div className={css.notice}>
        <b>{faultText(printers.error) || t('printJob.gone')}</b>
        <p>{t('start.printer.later')}</p>
        <Button icon="refresh" busy={printers.isFetching} onClick={() => void printers.refetch()}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!printers.data) return <SkeletonRows rows={3} height={56} label={t('ui.loading')} />;
  const names = printers.data.map(({ name }) => name);
  const rows = papers.map((paper) => (
    <SelectField
      key={paper}
      label={t(`start.printer.${paper}`)}
      value={values.printers[paper]}
      options={[
        { value: '', label: t('setting.printers.none') },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(event) => set({ printers: { ...values.printers, [paper]: event.currentTarget.value } })}
    />
  ));
  const isChosen = Object.values(values.printers).some(Boolean);
  return (
    <>
      <PrinterList
        printers={printersOf(printers.data, found.data ?? none)}
        isLooking={found.isFetching}
        problem={found.isError ? faultText(found.error) || t('printJob.gone') : undefined}
        onLook={() => void found.refetch()}
        onAdded={() => void printers.refetch()}
      />
      <h3 className={css.title}>{t('setting.printers.whatPrints')}</h3>
      {rows}
      {isChosen && <p>{t('start.printer.forOthers')}</p>}
    </>
  );
}

interface PrinterListProps {
  readonly printers: readonly FoundPrinter[];
  readonly isLooking: boolean;
  /** Why the print server could not look. */
  readonly problem: string | undefined;
  readonly onLook: () => void;
  /** Called when a printer that was found is set up. */
  readonly onAdded: () => void;
}

function PrinterList({ printers, isLooking, problem, onLook, onAdded }: PrinterListProps) {
  const { t } = useTranslation();
  return (
    <section className={css.found} aria-label={t('setting.printers.found')}>
      <h3 className={css.title}>{t('setting.printers.found')}</h3>
      {printers.length > 0 && (
        <ul className={css.list}>
          {printers.map((printer) => (
            <PrinterRow key={`${printer.kind} ${printer.where}`} {...{ printer, onAdded }} />
          ))}
        </ul>
      )}
      {isLooking && <SkeletonRows rows={1} height={56} label={t('start.printer.looking')} />}
      {!isLooking && problem && (
        <p role="alert" className={shared.error}>
          {problem}
        </p>
      )}
      {!isLooking && !problem && printers.length === 0 && <p role="status">{t('setting.printers.nothingFound')}</p>}
      <Button icon="search" busy={isLooking} onClick={onLook}>
        {t('setting.printers.discover')}
      </Button>
    </section>
  );
}

/** Shows a printer. Its test page also sets it up when it was only found: what prints there is how somebody knows which one it is. */
function PrinterRow({ printer, onAdded }: { printer: FoundPrinter; onAdded: () => void }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ text: string; isBad: boolean }>();
  const { name, kind, where } = printer;

  async function test() {
    setBusy(true);
    try {
      await addFound(printer);
      const { state, reason, message } = await printTestPage(name);
      const why = sentence(waitText({ printer: name, reason, text: message }));
      const sent = t(`setting.printers.tested.${state === 'printed' ? 'printed' : 'sent'}`);
      setResult({ text: why || sent, isBad: why !== '' });
    } catch (caught) {
      setResult({ text: faultText(caught) || t('printJob.gone'), isBad: true });
    } finally {
      setBusy(false);
      if (printer.toAdd) onAdded();
    }
  }
  return (
    <li className={css.printer}>
      <span>
        <b>{name}</b>
        <small>
          {t(`setting.printers.kinds.${kind}`)} {where !== name && <bdi>{where}</bdi>}
        </small>
      </span>
      <Button busy={busy} aria-label={t('start.printer.testOf', { name })} onClick={() => void test()}>
        {t('start.printer.test')}
      </Button>
      {result && (
        <p role={result.isBad ? 'alert' : 'status'} className={result.isBad ? shared.error : shared.good}>
          {result.text}
        </p>
      )}
    </li>
  );
}
