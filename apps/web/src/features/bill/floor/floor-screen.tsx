import { type FloorPlan, type Place, slotIdentity } from '@atoll/domain/outlet/floor/floor-plan';
import { findSlot } from '@atoll/domain/outlet/slot';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useNow } from '../../../clock/now.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { buttonClass } from '../../../ui/display/button.tsx';
import { Empty } from '../../../ui/display/empty.tsx';
import { ScreenTitle } from '../../../ui/display/screen-title.tsx';
import { Tabs } from '../../../ui/display/tabs.tsx';
import { useIsNarrow } from '../../../ui/hook/narrow.ts';
import { UnseenTickets } from '../attention/unseen-tickets.tsx';
import { useUnseenSlots } from '../attention/use-unseen-slots.ts';
import { FloorBoard } from './floor-board.tsx';
import { type FloorFilter, useFloorChoice } from './floor-choice.ts';
import css from './floor-screen.module.css';
import { SectionWaiter } from './section-waiter.tsx';
import { type FloorSlot, useFloorSlots } from './use-floor-slots.ts';

/** Shows the tables of the outlet where they are, with the state of their bills. It works without the server. Source: R23.3, R23.4. */
export function FloorScreen() {
  const { t } = useTranslation();
  const plan = useApp((state) => state.floor);
  const outlet = useApp((state) => state.outlet);
  const now = useNow();
  const unseen = useUnseenSlots(now);
  const open = useFloorSlots(now, unseen);
  const userId = useSession((state) => state.user?.id ?? 0);
  const [choice, choose] = useFloorChoice();
  const isNarrow = useIsNarrow();
  const places = useMemo(
    () => plan.places.filter(({ type, slot }) => outlet && findSlot(outlet, type, slot).ok),
    [plan, outlet],
  );
  if (places.length === 0) return <NoPlan />;
  const filter =
    plan.sections.some(({ id }) => String(id) === choice.filter) || choice.filter === 'mine' ? choice.filter : 'all';
  const view = choice.view ?? (isNarrow ? 'tiles' : 'plan');
  const served = new Set(plan.sections.flatMap(({ id, waiterId }) => (waiterId === userId ? [id] : [])));
  const shown = places.filter((place) => isShown(place, filter, open.get(slotIdentity(place)), { userId, served }));
  const section = plan.sections.find(({ id }) => String(id) === filter);
  return (
    <section className={css.screen} aria-label={t('floor.board')}>
      <header className={css.head}>
        <ScreenTitle>{t('floor.board')}</ScreenTitle>
        <Tabs
          label={t('tabs.label')}
          links={[
            { to: '/billing/new', label: t('floor.newBill'), isCurrent: false },
            { to: '/billing/floor', label: t('floor.board'), isCurrent: true },
          ]}
        />
        <Filters plan={plan} filter={filter} onChange={(value) => choose({ filter: value })} />
        {section && <SectionWaiter key={section.id} section={section} places={shown} open={open} />}
        <div className={css.view}>
          <Segmented
            label={t('floor.view')}
            items={[
              { value: 'plan', label: t('floor.plan') },
              { value: 'tiles', label: t('floor.tiles') },
            ]}
            value={view}
            onChange={(value) => choose({ view: value })}
          />
        </div>
      </header>
      <UnseenTickets slots={unseen} />
      {shown.length === 0 ? (
        <Empty
          icon="cards"
          title={t('floor.noneHere')}
          hint={t(filter === 'mine' ? 'floor.noneMine' : 'floor.noneSection')}
        />
      ) : (
        <FloorBoard places={shown} open={open} view={view} />
      )}
      {filter === 'all' && <Others places={places} open={open} />}
    </section>
  );
}

const filtersOf = ({ sections }: FloorPlan): { value: FloorFilter; name?: string }[] => [
  { value: 'all' },
  { value: 'mine' },
  ...sections.map(({ id, name }) => ({ value: `${id}` as const, name })),
];

interface FiltersProps {
  readonly plan: FloorPlan;
  readonly filter: FloorFilter;
  readonly onChange: (filter: FloorFilter) => void;
}

/** Offers the sections. Where they scroll sideways, as on a phone, the chosen one is in sight. */
function Filters({ plan, filter, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [filter]);
  return (
    <div ref={bar} className={css.filters}>
      <Segmented
        label={t('floor.filter')}
        look="pills"
        items={filtersOf(plan).map(({ value, name }) => ({
          value,
          label: name ?? t(value === 'all' ? 'floor.all' : 'floor.mine'),
        }))}
        value={filter}
        onChange={onChange}
      />
    </div>
  );
}

interface Mine {
  readonly userId: number;
  /** Ids of the sections that the person serves: their free tables are theirs too. */
  readonly served: ReadonlySet<number>;
}

function isShown(place: Place, filter: FloorFilter, open: FloorSlot | undefined, { userId, served }: Mine): boolean {
  if (filter === 'all') return true;
  if (filter !== 'mine') return String(place.sectionId) === filter;
  return open ? open.waiterId === userId : served.has(place.sectionId);
}

/** Shows open bills whose slots are not on the plan. */
function Others({
  places,
  open,
}: {
  readonly places: readonly Place[];
  readonly open: ReadonlyMap<string, FloorSlot>;
}) {
  const { t } = useTranslation();
  const drawn = new Set(places.map(slotIdentity));
  const others = [...open].flatMap(([identity, { bill, joinedTo }]) =>
    drawn.has(identity) || joinedTo !== null ? [] : [{ type: bill.type, slot: bill.slot, name: '', seats: 1 }],
  );
  if (others.length === 0) return null;
  return (
    <section className={css.others} aria-label={t('floor.others')}>
      <h2>{t('floor.others')}</h2>
      <FloorBoard places={others} open={open} view="tiles" />
    </section>
  );
}

function NoPlan() {
  const { t } = useTranslation();
  const mayDraw = useSession((state) => state.user?.permissions.includes('settings.manage') ?? false);
  return (
    <Empty
      level={1}
      icon="cards"
      title={t('floor.empty')}
      hint={t(mayDraw ? 'floor.emptyHint' : 'floor.emptyForUser')}
      action={
        mayDraw && (
          <Link to="/settings" search={{ section: 'floor' } as never} className={buttonClass({ look: 'main' })}>
            {t('floor.draw')}
          </Link>
        )
      }
    />
  );
}
