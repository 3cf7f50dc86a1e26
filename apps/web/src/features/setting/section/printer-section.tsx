import type { PrinterView } from '@atoll/domain/contract/bill/print';
import { waitText } from '@atoll/domain/contract/bill/print-words';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSentence } from '../../../locale/sentence.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { listPrinters, PrintFault, printTestPage, removePrinter } from '../../../printing/print-server.ts';
import { Button, buttonClass } from '../../../ui/display/button.tsx';
import { Chip } from '../../../ui/display/chip.tsx';
import { Empty } from '../../../ui/display/empty.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { pathTo } from '../../../ui/overlay/route-path.ts';
import { ButtonRow } from '../button-row.tsx';
import { PairTill } from '../printer/pair-till.tsx';
import { PrinterChoices } from '../printer/printer-choices.tsx';
import { PrinterDialog } from '../printer/printer-dialog.tsx';
import { StationList } from '../printer/station-list.tsx';
import { SettingHint, SettingResult } from '../setting-note.tsx';
import { SettingGroup } from '../setting-row.tsx';
import { SectionList, SectionListRow } from './section-list.tsx';

/** Shows the printers of this till, and which of them prints what. */
export function PrinterSection() {
  const { t } = useTranslation();
  const printers = useQuery({ queryKey: ['printers'], queryFn: listPrinters, staleTime: 0, retry: false });
  const [edited, setEdited] = useState<PrinterView | 'new'>();
  const fault = printers.error instanceof PrintFault ? printers.error.reason : '';
  const isUnknown = fault === 'origin_not_allowed' || fault === 'not_paired';
  const list = printers.data ?? [];
  return (
    <>
      <PrinterChoices names={list.map(({ name }) => name)} />
      <SettingGroup title={t('setting.printers.ofTill')}>
        <SettingHint>{t('setting.printers.ofTillHint')}</SettingHint>
        {isUnknown ? (
          <PairTill onPaired={() => void printers.refetch()} />
        ) : printers.isError ? (
          <Empty
            icon="printer"
            tone="late"
            title={t('printJob.gone')}
            hint={t('printJob.goneHint')}
            action={
              <Button icon="refresh" busy={printers.isFetching} onClick={() => void printers.refetch()}>
                {t('ui.tryAgain')}
              </Button>
            }
          />
        ) : !printers.data ? (
          <SkeletonRows rows={3} height={64} label={t('ui.loading')} />
        ) : (
          <>
            <SectionList>
              {list.map((printer) => (
                <PrinterRow
                  key={printer.name}
                  printer={printer}
                  onEdit={() => setEdited(printer)}
                  onChanged={() => void printers.refetch()}
                />
              ))}
            </SectionList>
            <ButtonRow>
              <Button icon="plus" look="accent" onClick={() => setEdited('new')}>
                {t('setting.printers.add')}
              </Button>
              <Link to={pathTo('Print Jobs')} className={buttonClass({ look: 'soft' })}>
                {t('printJob.title')}
              </Link>
            </ButtonRow>
          </>
        )}
      </SettingGroup>
      <StationList hasPrintServer={printers.data !== undefined} />
      {edited && (
        <PrinterDialog
          printer={edited === 'new' ? undefined : edited}
          taken={list.map(({ name }) => name)}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            void printers.refetch();
          }}
        />
      )}
    </>
  );
}

interface PrinterRowProps {
  printer: PrinterView;
  onEdit: () => void;
  onChanged: () => void;
}

const addressOf = ({ kind, host, port, path, queue }: PrinterView): string =>
  kind === 'tcp' ? `${host}:${port ?? 9100}` : (path ?? queue ?? '');

function PrinterRow({ printer, onEdit, onChanged }: PrinterRowProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [result, setResult] = useState<{ text: string; isBad: boolean }>();
  const [busy, setBusy] = useState(false);
  const why = sentence(waitText({ printer: printer.name, reason: printer.reason, text: printer.lastError }));
  const isWorking = printer.state === 'ready' || printer.state === 'sending';

  async function run(work: () => Promise<string>) {
    setBusy(true);
    setResult(undefined);
    try {
      const text = await work();
      setResult(text ? { text, isBad: false } : undefined);
    } catch (caught) {
      setResult({ text: (caught instanceof PrintFault && caught.message) || t('printJob.gone'), isBad: true });
    } finally {
      setBusy(false);
      onChanged();
    }
  }
  const test = () =>
    run(async () => {
      const answer = await printTestPage(printer.name);
      const { state, printer: name, reason, message: text } = answer;
      return (
        sentence(waitText({ printer: name, reason, text })) ||
        t(`setting.printers.tested.${state === 'printed' ? 'printed' : 'sent'}`)
      );
    });
  const remove = () =>
    run(async () => {
      await removePrinter(printer.name);
      return '';
    });

  return (
    <SectionListRow
      name={printer.name}
      about={
        <>
          {t(`setting.printers.kinds.${printer.kind}`)} {addressOf(printer)} ·{' '}
          {t('setting.printers.columns', { count: printer.columns })}
          {why && ` · ${why}`}
        </>
      }
      result={result && <SettingResult isBad={result.isBad}>{result.text}</SettingResult>}
      state={
        <Chip tone={isWorking ? 'good' : printer.state === 'disabled' ? 'plain' : 'late'}>
          {t(`setting.printers.states.${printer.state}`)}
        </Chip>
      }
      buttons={
        <>
          <Button
            busy={busy}
            onClick={() => void test()}
            aria-label={t('setting.printers.testOf', { name: printer.name })}
          >
            {t('setting.printers.test')}
          </Button>
          <Button look="plain" onClick={onEdit} aria-label={t('setting.printers.editOf', { name: printer.name })}>
            {t('setting.edit')}
          </Button>
          <Button look="plain" onClick={() => void remove()} aria-label={t('setting.remove', { name: printer.name })}>
            {t('setting.removeIt')}
          </Button>
        </>
      }
    />
  );
}
