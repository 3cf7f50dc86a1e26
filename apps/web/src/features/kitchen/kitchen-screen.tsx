import { allDay, type KitchenLine, type KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { BumpState } from '@atoll/domain/kitchen/states';
import { isAlarmDue, isUntouched } from '@atoll/domain/kitchen/unseen';
import { quantityText } from '@atoll/domain/money/quantity';
import { findStation } from '@atoll/domain/outlet/station';
import { useEffect, useMemo, useState } from 'react';
import { tillNow } from '../../clock/till-clock.ts';
import { ScreenTabs } from '../../grid/screen-tabs.tsx';
import { bumpHere, followKitchen, markHere, seenHere, shownTickets, useKitchen } from '../../kitchen/kitchen.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp, useSettingOf } from '../../sync/app-store.ts';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { ScreenTitle } from '../../ui/display/screen-title.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { toastsBelowHead } from '../../ui/hook/toasts-below.ts';
import { keepAwake } from '../../ui/hook/wake-lock.ts';
import {
  ageOf,
  allStations,
  byBill,
  minutesSince,
  openTickets,
  type StationChoice,
  servedTickets,
  stationChoices,
  ticketsAt,
} from './board.ts';
import { DoneDrawer } from './done-drawer.tsx';
import { ExpediterCard } from './expediter-card.tsx';
import css from './kitchen-screen.module.css';
import { useStationName, useStations } from './station-name.ts';
import { TicketCard } from './ticket-card.tsx';
import { useBumpKeys } from './use-bump-keys.ts';
import { useTick } from './use-tick.ts';
import { useUnseenSound } from './use-unseen-sound.ts';
import { useWaiting, type Waiting } from './use-waiting.ts';
import { WaitingDrawer, WaitingList, waitingAt } from './waiting-list.tsx';

const none: readonly KitchenTicket[] = [];
const bumpTicket = (ticket: KitchenTicket, state: BumpState): void => bumpHere(ticket.key, state);
const markLine = (ticket: KitchenTicket, { key, isDone }: KitchenLine): void => markHere(ticket.key, key, !isDone);
const markSeen = (ticket: KitchenTicket): void => seenHere(ticket.key);

/**
 * Shows the kitchen screen: tickets as cards by station, their totals, and served tickets. It updates live and works
 * without the network.
 */
export function KitchenScreen() {
  const { t } = useTranslation();
  const isOn = useApp((state) => state.features.includes('Kitchen'));
  useEffect(keepAwake, []);
  useEffect(() => (isOn ? followKitchen() : undefined), [isOn]);
  if (!isOn) return <Empty level={1} icon="menu" title={t('kitchen.off')} hint={t('kitchen.offHint')} />;
  return <Board />;
}

function Board() {
  const { t } = useTranslation();
  const { tickets, pending, isLoaded } = useKitchen();
  const [station, setStation] = useState<StationChoice>(allStations);
  const [drawer, setDrawer] = useState<'done' | 'waiting'>();
  const waiting = waitingAt(useWaiting(), station);
  const shown = useMemo(() => shownTickets(tickets, pending), [tickets, pending]);
  const stations = useStations();
  const here = useMemo(() => ticketsAt(shown, station, stations), [shown, station, stations]);
  const open = useMemo(() => openTickets(here), [here]);
  const served = useMemo(() => servedTickets(here), [here]);
  const isExpediter = stations.some(({ code, isExpediter: is }) => is === true && code === station);
  useBumpKeys(isExpediter ? none : open, served[0], bumpTicket, useSettingOf('KitchenOneTap'));
  const nameOf = useStationName();
  const used = useMemo(() => stationChoices(stations, shown), [stations, shown]);
  return (
    <section className={css.screen} aria-label={t('kitchen.title')}>
      <header ref={toastsBelowHead} className={css.head}>
        <ScreenTitle>{t('kitchen.title')}</ScreenTitle>
        <ScreenTabs />
        <Segmented
          label={t('kitchen.station')}
          look="pills"
          items={used.map((value) => ({
            value,
            label: value === allStations ? t('kitchen.stations.ALL') : nameOf(value),
            extra: <span className={css.count}>{openTickets(ticketsAt(shown, value, stations)).length}</span>,
          }))}
          value={station}
          onChange={setStation}
        />
        <div className={css.tools}>
          {pending.length > 0 && (
            <output className={css.waiting}>{t('kitchen.waiting', { count: pending.length })}</output>
          )}
          {waiting.length > 0 && (
            <Button className={css.showWaiting} onClick={() => setDrawer('waiting')}>
              {t('course.waitingCount', { count: waiting.length })}
            </Button>
          )}
          <Button icon="history" onClick={() => setDrawer('done')}>
            {t('kitchen.done')}
          </Button>
        </div>
      </header>
      {open.length > 0 ? (
        isExpediter ? (
          <Bills tickets={open} />
        ) : (
          <Cards tickets={open} />
        )
      ) : isLoaded ? (
        <Empty icon="check" title={t('kitchen.empty')} hint={t('kitchen.emptyHint')} />
      ) : (
        <SkeletonRows label={t('kitchen.loading')} />
      )}
      <AllDay tickets={open} waiting={waiting} />
      {drawer === 'done' && <DoneDrawer tickets={served} onRecall={bumpTicket} onClose={() => setDrawer(undefined)} />}
      {drawer === 'waiting' && <WaitingDrawer waiting={waiting} now={tillNow()} onClose={() => setDrawer(undefined)} />}
    </section>
  );
}

/** Shows the open bills with the lines of each by station. */
function Bills({ tickets }: { readonly tickets: readonly KitchenTicket[] }) {
  const now = useTick();
  return (
    <div className={css.board}>
      <div className={css.bills}>
        {byBill(tickets).map((each) => (
          <ExpediterCard key={each[0].billKey} tickets={each} now={now} onBump={bumpTicket} />
        ))}
      </div>
    </div>
  );
}

function Cards({ tickets }: { readonly tickets: readonly KitchenTicket[] }) {
  const { t } = useTranslation();
  const now = useTick();
  const amber = useSettingOf('KitchenAmberMinutes');
  const red = useSettingOf('KitchenRedMinutes');
  const isOneTap = useSettingOf('KitchenOneTap');
  const unseenMinutes = useSettingOf('UnseenTicketMinutes');
  const stations = useStations();
  const isUnseen = (ticket: KitchenTicket): boolean =>
    isUntouched(ticket) && isAlarmDue(ticket, stations, unseenMinutes, now);
  useUnseenSound(tickets.some(isUnseen));
  const ageNow = ({ state, station, createdAt }: KitchenTicket) => {
    const { amberMinutes = amber, redMinutes = red } = findStation(stations, station);
    return state === 'Ready' ? 'fresh' : ageOf(minutesSince(createdAt, now), amberMinutes, redMinutes);
  };
  return (
    <div className={css.board}>
      <div className={css.cards}>
        {tickets.map((ticket, index) => (
          <TicketCard
            key={ticket.key}
            ticket={ticket}
            digit={index < 9 ? index + 1 : undefined}
            now={now}
            age={ageNow(ticket)}
            isOneTap={isOneTap}
            onBump={bumpTicket}
            onMark={markLine}
            onSeen={isUnseen(ticket) ? markSeen : undefined}
          />
        ))}
      </div>
      <p className={css.hint}>{t('kitchen.keys')}</p>
    </div>
  );
}

function AllDay({ tickets, waiting }: { readonly tickets: readonly KitchenTicket[]; readonly waiting: Waiting }) {
  const { t } = useTranslation();
  const now = useTick();
  const counts = useMemo(() => allDay(tickets), [tickets]);
  return (
    <aside className={css.allDay} aria-label={t('kitchen.allDay')}>
      <h2 className={css.allDayTitle}>{t('kitchen.allDay')}</h2>
      {counts.length === 0 && <p className={css.hint}>{t('kitchen.allDayHint')}</p>}
      <ul>
        {counts.map(({ name, size, qty, unit }) => (
          <li key={`${name} ${size} ${unit}`} className={css.sum}>
            <span className={css.sumQty}>{quantityText(qty, unit)}</span>
            <span>
              {name}
              {size && <small> {size}</small>}
            </span>
          </li>
        ))}
      </ul>
      {waiting.length > 0 && (
        <>
          <h2 className={css.allDayTitle}>{t('course.waiting')}</h2>
          <WaitingList waiting={waiting} now={now} />
        </>
      )}
    </aside>
  );
}
