import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPrinters, PrintFault, printTestPage } from '../../printing/print-server.ts';
import { Button } from '../../ui/display/button.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import css from './printer-step.module.css';
import { useStart } from './start-draft.ts';
import shared from './step-result.module.css';

const papers = ['bill', 'kitchen', 'bar'] as const;

/** Chooses the printer of this till, with a test page; the step can be skipped. */
export function PrinterStep() {
  const { t } = useTranslation();
  const { values, set } = useStart();
  const printers = useQuery({ queryKey: ['printers'], queryFn: listPrinters, retry: false });
  if (printers.isError) {
    return (
      <div className={css.notice}>
        <b>{t('printJob.gone')}</b>
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
    <div key={paper} className={css.printer}>
      <SelectField
        label={t(`start.printer.${paper}`)}
        value={values.printers[paper]}
        options={[
          { value: '', label: t('setting.printers.none') },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(event) => set({ printers: { ...values.printers, [paper]: event.currentTarget.value } })}
      />
      <TestPage name={values.printers[paper]} />
    </div>
  ));
  const isChosen = Object.values(values.printers).some(Boolean);
  return (
    <>
      {rows}
      {isChosen && <p>{t('start.printer.forOthers')}</p>}
    </>
  );
}

function TestPage({ name }: { name: string }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ name: string; text: string; isBad: boolean }>();

  async function test() {
    setBusy(true);
    try {
      const answer = await printTestPage(name);
      const text = 'message' in answer ? answer.message : t(`setting.printers.tested.${answer.state}`);
      setResult({ name, text, isBad: 'message' in answer });
    } catch (caught) {
      setResult({ name, text: (caught instanceof PrintFault && caught.message) || t('printJob.gone'), isBad: true });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button busy={busy} disabled={!name} onClick={() => void test()}>
        {t('setting.printers.test')}
      </Button>
      {result?.name === name && (
        <p role={result.isBad ? 'alert' : 'status'} className={result.isBad ? shared.error : shared.good}>
          {result.text}
        </p>
      )}
    </>
  );
}
