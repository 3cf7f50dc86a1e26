/** Tells people and programs outside of the screen what is bad, and that the server lives. Source: R31.43, docs/rules.md#care. */
import { createHmac } from 'node:crypto';
import { formatInstant } from '@atoll/domain/date/format';
import { defaultTimezone } from '@atoll/domain/outlet/defaults';
import { alertOf, isServerWell } from '@atoll/domain/trust/care-alert';
import { careReasonText, careValuesText, careWords } from '@atoll/domain/trust/care-words';
import { type Config, linkUrl } from '../../platform/config/config.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { shopTimezone } from '../offsite/service.ts';
import { readMarks, writeMark } from './marks.ts';
import type { CareNow } from './service.ts';

const heartbeatMs = 5 * 60_000;
/** A message that cannot be sent is tried again this often, once a minute. */
const maxTries = 10;
const answerWithinMs = 10_000;
const markOf = (item: string): string => `told:${item}`;

interface Message {
  readonly to: string;
  readonly send: () => Promise<unknown>;
  readonly tries: number;
}

export interface Alerts {
  /** Sends what is due now. */
  tell(items: readonly CareNow[]): Promise<void>;
  /** Whether a message waits that could not be sent, or was given up. */
  hasFailed(): boolean;
}

/** Calls an address of somebody else: no redirects, ten seconds. */
async function post(url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerWithinMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The answer was ${answer.status}`);
}

/** The text of a mail, with times by the wall clock of the shop. */
function textOf({ item, level, reason, values, action, since }: CareNow, link: string, timezone: string): string {
  const at = (instant: string): string => formatInstant(instant, timezone);
  return [
    `${careWords.items[item]}: ${level} since ${at(since)}.`,
    careReasonText({ reason, values: careValuesText(values, at) }),
    ...(action === 'none' ? [] : [careWords.actions[action]]),
    '',
    `${link}/settings?section=care`,
  ].join('\n');
}

/** Returns the messages about an item, one to each address. */
function messagesOf(item: CareNow, config: Config, mailer: Mailer, timezone: string): Message[] {
  const { mails, webhooks, secret, shop } = config.alerts;
  const body = JSON.stringify({ item: item.item, level: item.level, since: item.since, shop });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-atoll-signature': signature };
  const subject = `${shop}: ${careWords.items[item.item]}: ${item.level === 'Bad' ? 'bad' : 'good again'}`;
  const text = textOf(item, linkUrl(config), timezone);
  return [
    ...mails.map((to) => ({ to: 'mail', tries: 0, send: () => mailer({ to, subject, text }) })),
    ...webhooks.map((url) => ({ to: 'webhook', tries: 0, send: () => post(url, { method: 'POST', headers, body }) })),
  ];
}

/** Returns a function that calls an address at most every five minutes, while nothing of the server is Bad. */
function createHeartbeat(url: string | undefined, log: Services['log']) {
  let lastBeat = Number.NEGATIVE_INFINITY;
  return async (items: readonly CareNow[], now: number): Promise<void> => {
    if (!url || !isServerWell(items) || now - lastBeat < heartbeatMs) return;
    lastBeat = now;
    await post(url, { method: 'GET' }).catch((error: unknown) =>
      log.warn({ err: error }, 'The heartbeat could not be sent'),
    );
  };
}

/** Creates what sends the messages. `isHolder`: of several servers of one database, only one sends. */
export function createAlerts(
  { store, config, clock, log }: Services,
  mailer: Mailer,
  isHolder: () => Promise<boolean>,
): Alerts {
  const beat = createHeartbeat(config.alerts.heartbeatUrl, log);
  /** What was told to be bad; read from the store, and kept here while the store is away. */
  let told: ReadonlySet<string> = new Set();
  let unwritten = new Map<string, number | null>();
  let waiting: readonly Message[] = [];
  /** Of the shop, as read last: without the store it stays as it was. */
  let timezone = defaultTimezone;
  let hasFailed = false;

  /** Writes what changed; without the store it is written at the next look. */
  const keep = async (): Promise<void> => {
    if (unwritten.size === 0) return;
    const changes = unwritten;
    await store.writeOrg(async (db) => {
      for (const [item, at] of changes) await writeMark(db, markOf(item), at);
    });
    unwritten = new Map();
  };

  const dueNow = (items: readonly CareNow[], now: number): CareNow[] =>
    items.filter((item) => {
      const due = alertOf(
        { level: item.level, since: Date.parse(item.since) },
        told.has(item.item),
        now,
        config.alerts.minutes,
      );
      if (due === 'none') return false;
      told = new Set(due === 'bad' ? [...told, item.item] : [...told].filter((one) => one !== item.item));
      unwritten.set(item.item, due === 'bad' ? now : null);
      return true;
    });

  const send = async (): Promise<void> => {
    const failed: Message[] = [];
    if (waiting.length > 0) hasFailed = false;
    for (const { to, send: sendOne, tries } of waiting)
      try {
        await sendOne();
      } catch (error) {
        hasFailed = true;
        log.warn({ err: error, to }, 'A message of Care could not be sent');
        if (tries + 1 < maxTries) failed.push({ to, send: sendOne, tries: tries + 1 });
      }
    waiting = failed;
  };

  return {
    hasFailed: () => hasFailed,
    async tell(items) {
      // Without the store nobody knows who holds the work; rather two messages than none.
      if (!(await isHolder().catch(() => true))) return;
      const now = clock();
      if (unwritten.size === 0)
        told = await readMarks(store).then(
          (marks) => new Set(items.map(({ item }) => item).filter((item) => marks.has(markOf(item)))),
          () => told,
        );
      const due = dueNow(items, now);
      if (due.length > 0) timezone = await shopTimezone(store).catch(() => timezone);
      waiting = [...waiting, ...due.flatMap((item) => messagesOf(item, config, mailer, timezone))];
      await keep().catch((error: unknown) => log.warn({ err: error }, 'Care could not remember its messages'));
      await send();
      await beat(items, now);
    },
  };
}
