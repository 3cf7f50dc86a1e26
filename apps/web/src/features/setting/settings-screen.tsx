import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useCanCall } from '../../resource/use-record.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { useFaultFocus } from '../../ui/hook/use-fault-focus.ts';
import { FloorSection } from './floor/floor-section.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { OffsiteSection } from './offsite/offsite-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { BackupSection } from './section/backup-section.tsx';
import { CareSection } from './section/care-section.tsx';
import { DemoSection } from './section/demo-section.tsx';
import { DeviceSection } from './section/device-section.tsx';
import { FeatureSection } from './section/feature-section.tsx';
import { OutletSection } from './section/outlet-section.tsx';
import { OutletsSection } from './section/outlets-section.tsx';
import { PrinterSection } from './section/printer-section.tsx';
import { SlotSection } from './section/slot-section.tsx';
import { StationSection } from './section/station-section.tsx';
import { TaxSection } from './section/tax-section.tsx';
import { TrustSection } from './section/trust-section.tsx';
import { PlainSettings } from './setting-control.tsx';
import { changesOf, useSettingDraft } from './setting-draft.ts';
import css from './settings-screen.module.css';

const sections = {
  outlet: <OutletSection />,
  slots: <SlotSection />,
  floor: <FloorSection />,
  tax: <TaxSection />,
  printers: <PrinterSection />,
  stations: <StationSection />,
  tickets: <PlainSettings section="tickets" />,
  payments: <PlainSettings section="payments" />,
  shifts: <PlainSettings section="shifts" />,
  notices: <PlainSettings section="notices" />,
  kitchen: <PlainSettings section="kitchen" />,
  idle: <PlainSettings section="idle" />,
  device: <DeviceSection />,
  backup: <BackupSection />,
  offsite: <OffsiteSection />,
  trust: <TrustSection />,
  care: <CareSection />,
  features: <FeatureSection />,
  outlets: <OutletsSection />,
  demo: <DemoSection />,
} as const satisfies Readonly<Record<string, ReactNode>>;
type SectionName = keyof typeof sections;

/** Sections about the server itself. */
const ofServer: ReadonlySet<SectionName> = new Set(['offsite', 'trust', 'care']);
const names = Object.keys(sections) as SectionName[];

/** Shows the settings of the outlet in sections; all changes are saved together. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { section: wanted } = useSearch({ strict: false }) as { section?: string };
  const outletId = useApp((state) => state.outletId);
  const changes = useSettingDraft(changesOf);
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  const otherFaults = useFaultFocus(screen);
  const info = useQuery({
    queryKey: ['app.info'],
    queryFn: () => call('app.info', { quiet: true }),
    staleTime: 60_000,
  });
  const seesServer = useCanCall('trust.renew');
  const shown = names.filter((name) => (name !== 'demo' || info.data?.demo) && (!ofServer.has(name) || seesServer));
  const section = shown.find((name) => name === wanted) ?? 'outlet';
  useSectionInView(screen, section);
  const go = (name: SectionName) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, section: name }), replace: true });
  return (
    <div className={css.screen} ref={setScreen}>
      <h1 className={css.title}>{t('setting.title')}</h1>
      <nav className={css.side} aria-label={t('setting.sections')}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === section ? 'page' : undefined}
            onClick={() => go(name)}
          >
            {t(`setting.section.${name}.title`)}
          </button>
        ))}
      </nav>
      {/* Not a landmark: the toasts' region and a section may have the same name. */}
      <div className={css.section} data-section key={`${outletId} ${section}`}>
        <header>
          <h2>{t(`setting.section.${section}.title`)}</h2>
          <p>{t(`setting.section.${section}.hint`)}</p>
        </header>
        {sections[section]}
      </div>
      {changes > 0 && <SaveBar {...{ changes, otherFaults }} />}
      <Leaving hasChanges={changes > 0} />
    </div>
  );
}

/** Keeps the entry of the section in view; a section that is chosen later begins at its heading, wherever the one before was scrolled to. */
function useSectionInView(screen: HTMLElement | null, section: string): void {
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!screen) return;
    screen.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    if (first.current && first.current !== section) screen.querySelector('[data-section]')?.scrollIntoView();
    first.current = section;
  }, [screen, section]);
}

/** Asks before the user leaves the screen with unsaved changes. A reload keeps them, so it does not ask. */
function Leaving({ hasChanges }: { hasChanges: boolean }) {
  const discard = useSettingDraft((state) => state.discard);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasChanges && current.pathname !== next.pathname && useSession.getState().user !== null,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveQuestion
      onStay={blocker.reset}
      onLeave={() => {
        discard();
        blocker.proceed();
      }}
    />
  );
}
