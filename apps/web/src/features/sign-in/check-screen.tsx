import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { type CheckName, checkNames, checks } from './check-device.ts';
import css from './check-screen.module.css';
import { EntryFrame, EntryHeading } from './entry-frame.tsx';

type Result = 'yes' | 'no' | 'checking';

/** Tests whether this device can work as a till, and says of each thing 'yes' or what helps (R31.16). */
export function CheckScreen() {
  const { t } = useTranslation();
  const found = useQueries({
    queries: checkNames.map((name) => ({
      queryKey: ['check', name],
      queryFn: checks[name],
      retry: false,
      staleTime: 0,
      gcTime: 0,
      networkMode: 'always' as const,
    })),
  });
  const resultAt = (index: number): Result =>
    found[index]?.isFetching ? 'checking' : found[index]?.isSuccess && found[index].data ? 'yes' : 'no';
  const isChecking = found.some(({ isFetching }) => isFetching);
  const run = () => {
    for (const { refetch } of found) void refetch();
  };
  return (
    <EntryFrame>
      <EntryHeading title={t('check.title')} hint={t('check.hint')} />
      <ul className={css.rows} aria-label={t('check.title')} aria-busy={isChecking}>
        {checkNames.map((name, index) => (
          <CheckRow key={name} name={name} result={resultAt(index)} isAway={found[index]?.isError === true} />
        ))}
      </ul>
      <Link to={pathTo('Login')} className={buttonClass({ look: 'main', size: 'l', block: true })}>
        {t('check.continue')}
      </Link>
      <Button busy={isChecking} onClick={run}>
        {t('check.again')}
      </Button>
    </EntryFrame>
  );
}

interface CheckRowProps {
  readonly name: CheckName;
  readonly result: Result;
  /** The server gave no answer to it. */
  readonly isAway: boolean;
}

function CheckRow({ name, result, isAway }: CheckRowProps) {
  const { t } = useTranslation();
  const remedy = name === 'clock' && isAway ? t('check.clockAway') : t(`check.remedies.${name}`);
  return (
    <li className={css.row} data-result={result}>
      <span className={css.name}>{t(`check.names.${name}`)}</span>
      <b className={css.result}>
        {result !== 'checking' && <Icon name={result === 'yes' ? 'check' : 'warning'} />}
        {t(`check.results.${result}`)}
      </b>
      {result === 'no' && (
        <p className={css.remedy}>
          {remedy} {name === 'trusts' && <HelloLink />}
        </p>
      )}
    </li>
  );
}

/** Leads to the page with the certificate, where the server has one to give. */
function HelloLink() {
  const { t } = useTranslation();
  const { data } = useQuery({ queryKey: ['trust.read'], queryFn: () => call('trust.read', { quiet: true }) });
  return data?.hello ? <a href={data.hello}>{t('check.install')}</a> : null;
}
