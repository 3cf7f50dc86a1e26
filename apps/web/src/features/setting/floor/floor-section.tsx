import { overlapping, slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { slotNumbers } from '@atoll/domain/outlet/slot';
import { useBlocker } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useConnection } from '../../../api/connection.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Button } from '../../../ui/display/button.tsx';
import { LeaveQuestion } from '../leave-question.tsx';
import css from './floor-section.module.css';
import { PlaceFields } from './place-fields.tsx';
import { PlanCanvas } from './plan-canvas.tsx';
import { addPlace, discardPlan, keepMine, savedLayout, savePlan, undoPlan, usePlanDraft } from './plan-draft.ts';
import { Sections } from './sections.tsx';

/** Draws the floor plan by pointer or keyboard; 'Save plan' sends it. Source: R23.2. */
export function FloorSection() {
  const floor = useApp((state) => state.floor);
  const outlet = useApp((state) => state.outlet);
  const { layout, chosen, errors } = usePlanDraft();
  const { sections, places } = layout ?? savedLayout({ floor, outlet });
  const overlaps = useMemo(() => overlapping(places), [places]);
  if (!outlet) return null;
  const index = places.findIndex((one) => slotIdentity(one) === chosen);
  return (
    <>
      <PlanTools overlaps={overlaps.size} />
      <div className={css.work}>
        <div className={css.main}>
          <PlanCanvas places={places} chosen={chosen} overlaps={overlaps} />
          <Tray drawn={new Set(places.map(slotIdentity))} />
        </div>
        <div className={css.aside}>
          <PlaceFields place={places[index]} sections={sections} nameError={errors[`places.${index}.name`]} />
          <Sections sections={sections} />
        </div>
      </div>
      <Leaving />
    </>
  );
}

/** Shows what can be done with the whole plan, and why it could not be saved. */
function PlanTools({ overlaps }: { readonly overlaps: number }) {
  const { t } = useTranslation();
  const isOnline = useConnection((state) => state.isOnline);
  const { layout, past, busy, error, isBehind } = usePlanDraft();
  const words = error
    ? sentenceText(error)
    : overlaps > 0
      ? t('setting.floorPlan.overlaps', { count: overlaps })
      : layout
        ? t('setting.floorPlan.unsaved')
        : t('setting.floorPlan.keys');
  return (
    <div className={css.tools}>
      <p aria-live="polite" data-fault={error !== '' || overlaps > 0 || undefined}>
        {words}
      </p>
      {isBehind ? (
        <>
          <Button onClick={discardPlan}>{t('setting.floorPlan.loadTheirs')}</Button>
          <Button onClick={keepMine}>{t('setting.floorPlan.keepMine')}</Button>
        </>
      ) : (
        <Button icon="undo" disabled={past.length === 0} onClick={undoPlan}>
          {t('setting.floorPlan.undo')}
        </Button>
      )}
      <Button look="main" busy={busy} disabled={!layout || !isOnline || isBehind} onClick={() => void savePlan()}>
        {isOnline ? t('setting.floorPlan.save') : t('setting.saveOffline')}
      </Button>
    </div>
  );
}

/** Shows the slots that are not on the plan; a tap puts one there. */
function Tray({ drawn }: { readonly drawn: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const slotTypes = useApp((state) => state.outlet?.slotTypes ?? []);
  // Deliveries and takeaways have no place in the room.
  const inRoom = slotTypes.filter(({ type }) => type === 'Table' || type === 'Counter');
  const left = inRoom
    .flatMap((one) => slotNumbers(one).map((slot) => ({ type: one.type, slot })))
    .filter((one) => !drawn.has(slotIdentity(one)));
  return (
    <section className={css.tray} aria-label={t('setting.floorPlan.tray')}>
      <h3>{t('setting.floorPlan.tray')}</h3>
      <p className={css.hint}>{t(left.length > 0 ? 'setting.floorPlan.trayHint' : 'setting.floorPlan.trayEmpty')}</p>
      <div className={css.left}>
        {left.map(({ type, slot }, index) => (
          // By place in the list: after one was put on the plan, the focus is on the next.
          <Button key={String(index)} onClick={() => addPlace(type, slot)}>
            {slotName(t, type, slot)}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Asks before the person leaves the plan with unsaved changes. */
function Leaving() {
  const hasChanges = usePlanDraft((state) => state.layout !== null);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) =>
      hasChanges &&
      useSession.getState().user !== null &&
      !(next.pathname === '/settings' && (next.search as { section?: string }).section === 'floor'),
    enableBeforeUnload: () => hasChanges,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <LeaveQuestion
      onStay={blocker.reset}
      onLeave={() => {
        discardPlan();
        blocker.proceed();
      }}
    />
  );
}
