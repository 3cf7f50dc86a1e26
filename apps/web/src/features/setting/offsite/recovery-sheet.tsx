import { targetText } from '@atoll/domain/offsite/target';
import { useRef, useState } from 'react';
import { dayAndTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { printReport } from '../../../record/print-report.ts';
import { useSession } from '../../../session/session.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { Hint } from '../../../ui/display/hint.tsx';
import { Modal } from '../../../ui/overlay/overlay.tsx';
import css from './offsite.module.css';
import type { Offsite } from './offsite.ts';

interface RecoverySheetProps {
  readonly state: Offsite;
  readonly onClose: () => void;
}

const program = 'sudo /opt/atoll/atoll';
const openCopy = 'age --decrypt --identity recovery.txt --output copy.tar atoll-….age';

/** Returns what is typed on a new machine, in the order of the steps. A target may have signs that a shell reads. */
const stepsFor = (target: string) =>
  [
    ['sheetUnpack', 'sudo tar -xzf atoll-server-….tar.gz -C /opt'],
    ['sheetUser', `${program} setup --start no`],
    [
      'sheetRestore',
      `sudo -u atoll /opt/atoll/atoll restore --from offsite --target '${target.replaceAll("'", String.raw`'\''`)}'`,
    ],
    ['sheetStart', `${program} setup --start yes`],
  ] as const;

/** Shows a sheet of paper for the day on which the server is gone: what is where, and what to do. The passphrase is not on it (R31.41). */
export function RecoverySheet({ state: { target, passphrase }, onClose }: RecoverySheetProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const shop = useSession(({ scope }) => scope?.name ?? '');
  const box = useRef<HTMLDivElement>(null);
  const [now] = useState(() => new Date().toISOString());
  const title = t('offsite.sheet');
  const where = target ? targetText(target) : '';
  const id = passphrase?.id ?? '';
  const facts: readonly (readonly [string, string])[] = [
    [t('offsite.sheetShop'), shop],
    [t('offsite.target'), where],
    [t('offsite.sheetId'), id],
    [t('offsite.sheetServer'), location.origin],
    [t('offsite.sheetDate'), dayAndTime(now, timezone)],
  ];
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <Button look="main" icon="printer" onClick={() => box.current && printReport(box.current, title)}>
          {t('website.print')}
        </Button>
      }
    >
      <Hint>{t('offsite.sheetHint')}</Hint>
      <div ref={box}>
        <article data-report className={css.sheet}>
          <h3>{`${title}: ${shop}`}</h3>
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
          <p>{t('offsite.sheetPaper')}</p>
          <h4>{t('offsite.sheetSteps')}</h4>
          <ol>
            {stepsFor(where).map(([words, command]) => (
              <li key={words}>
                {t(`offsite.${words}`)}
                <code dir="ltr">{command}</code>
              </li>
            ))}
            <li>{t('offsite.sheetLast')}</li>
          </ol>
          <h4>{t('offsite.sheetAge')}</h4>
          <code dir="ltr">{`age --decrypt --output recovery.txt recovery-${id}.age`}</code>
          <code dir="ltr">{openCopy}</code>
        </article>
      </div>
    </Modal>
  );
}
