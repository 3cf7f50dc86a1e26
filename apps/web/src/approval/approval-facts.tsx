import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import type { AboutEntry, ApprovalAbout } from '@atoll/domain/contract/bill/approval-about';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { call } from '../api/api.ts';
import { joinedList } from '../locale/joined-list.ts';
import { slotName } from '../locale/slot-name.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { NotLoaded } from '../record/not-loaded.tsx';
import { SkeletonRows } from '../ui/display/skeleton.tsx';
import type { AskedApproval } from './approval.ts';
import css from './approval-facts.module.css';
import { handsMany, subjectOf } from './approval-subject.ts';

interface ApprovalFactsProps {
  readonly about: ApprovalAbout;
  /** Name of the person who asks. */
  readonly asker: string;
  readonly subjectType: string;
}

/** How a subject that has a number is called. */
const numbered = new Map<string, 'approval.shift' | 'approval.order' | 'approval.card'>([
  ['Shift', 'approval.shift'],
  ['Order', 'approval.order'],
  ['Wallet', 'approval.card'],
]);

/** Shows who asks, for which bill, table, items and amount, and every waiting entry that is sent (R36.16, R36.17). */
export function ApprovalFacts({ about, asker, subjectType }: ApprovalFactsProps) {
  const { t } = useTranslation();
  const { bill, items, entries, name, to, grown } = about;
  const kind = numbered.get(subjectType);
  const subject = kind && name !== '' ? t(kind, { number: name }) : name === asker ? '' : name;
  const place = bill && placeOf(bill, t);
  const receiver = to && t('approval.to', { name: to.name });
  // Of a long list only the first ones are in sight.
  const count = handsMany(subjectType) && items.length > 0 ? t('approval.bills', { count: items.length }) : '';
  // A line breaks between the parts, not between 'MVR' and its amount.
  const total = bill?.total == null ? '' : formatMoney(laari(bill.total)).replaceAll(' ', '\u00a0');
  return (
    <div className={css.facts}>
      {/* The question about waiting work names who asks, and each entry has its own table. */}
      {subjectType !== sendingSubject && (
        <p className={css.subject}>{joinedList([asker, subject, place, count, total, receiver])}</p>
      )}
      {grown && <p>{grownText(grown, t)}</p>}
      {items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach a scrolling area
        <ul className={css.list} aria-label={count || t('approval.items')} tabIndex={0}>
          {items.map(({ key, name: item, qty, amount, menuAmount = amount }) => (
            <li key={key}>
              <b>{item === '' ? t('approval.newItem') : qty === 0 ? item : `${qty} × ${item}`}</b>
              {item !== '' && (
                <span>
                  {menuAmount !== amount && `${formatMoney(laari(menuAmount))} → `}
                  {formatMoney(laari(amount))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {entries.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach a scrolling area
        <ul className={css.list} aria-label={t('approval.work')} tabIndex={0}>
          {entries.map((entry, index) => (
            // Entries are never moved, and have no key of their own.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Entry key={index} entry={entry} asker={asker} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows a waiting entry: whose it is when another person than the asker made it, and what lowers the bill. */
function Entry({ entry, asker }: { readonly entry: AboutEntry; readonly asker: string }) {
  const { t } = useTranslation();
  const lowered = loweredBy(entry, t);
  const more = joinedList([entry.author === asker ? '' : entry.author, ...lowered]);
  return (
    <li>
      <b>
        {joinedList([kindOf(entry, t), placeOf(entry, t)])}
        {more !== '' && <small>{more}</small>}
      </b>
      {(entry.amount !== 0 || lowered.length > 0) && <span>{formatMoney(laari(entry.amount))}</span>}
    </li>
  );
}

/** Shows what an approval will be about, from the server, on the till where it is asked for. */
export function AskedFacts({ asked, asker }: { readonly asked: AskedApproval; readonly asker: string }) {
  const { t } = useTranslation();
  const body = subjectOf(asked);
  const found = useQuery({
    queryKey: ['auth.aboutApproval', body],
    queryFn: () => call('auth.aboutApproval', { body, quiet: true }),
    retry: 1,
    // The bill may have grown since the same was asked: nobody approves what was shown before.
    staleTime: 0,
    gcTime: 0,
  });
  const { subjectType } = asked;
  if (found.data) return <ApprovalFacts about={found.data} asker={asker} subjectType={subjectType} />;
  if (subjectType !== sendingSubject) return null;
  return found.isError ? (
    <NotLoaded found={found} title={t('approval.workFailed')} />
  ) : (
    <SkeletonRows label={t('ui.loading')} />
  );
}

type Place = Pick<AboutEntry, 'type' | 'slot' | 'number'>;

/** Returns 'Table 3 · bill 127'; '' without a bill. */
function placeOf({ type, slot, number }: Place, t: TFunction): string {
  const table = type && slot && slotName(t, type, slot);
  return joinedList([table, number !== null && t('approval.bill', { number })]);
}

function kindOf({ call: key, cash }: AboutEntry, t: TFunction): string {
  if (cash !== null) return cash === 'In' ? t('action.cashIn') : t('action.cashOut');
  const kind = key.replace(/^bill\./, '') as 'create';
  return t(`outbox.kinds.${kind}`);
}

/** Returns which discount takes off more than when it was given. */
const grownText = ({ percentage, seen, now }: NonNullable<ApprovalAbout['grown']>, t: TFunction): string =>
  t('approval.grown', { percentage, seen: formatMoney(laari(seen)), now: formatMoney(laari(now)) });

/** Returns what lowers the amount that the guest pays. */
function loweredBy(entry: AboutEntry, t: TFunction): string[] {
  const { voided, free, repriced, reduced, discountPercentage, discountAmount, grown } = entry;
  return [
    voided > 0 ? t('approval.voided', { count: voided }) : '',
    free > 0 ? t('approval.free', { count: free }) : '',
    repriced > 0 ? t('approval.repriced', { count: repriced }) : '',
    reduced > 0 ? t('approval.reduced', { count: reduced }) : '',
    discountPercentage === null ? '' : t('approval.off', { amount: `${discountPercentage} %` }),
    discountAmount === null ? '' : t('approval.off', { amount: formatMoney(laari(discountAmount)) }),
    grown ? grownText(grown, t) : '',
  ].filter(Boolean);
}
