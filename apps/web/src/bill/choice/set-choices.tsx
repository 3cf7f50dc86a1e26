import { sizeLabel } from '@atoll/domain/menu/size';
import { formatAmount, laari } from '@atoll/domain/money/money';
import type { ChoiceGroup } from '@atoll/domain/price/choice-group';
import { useTranslation } from '../../locale/use-translation.ts';
import type { MenuIndex } from '../../sync/menu/menu-index.ts';
import { Preset, Presets } from '../../ui/choice/presets.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { OptionGroup } from './option-group.tsx';
import { afterTap, type ChosenPart, type Offered, offeredIn } from './set-choice.ts';
import css from './set-choices.module.css';

interface SetChoicesProps {
  readonly groups: readonly ChoiceGroup[];
  readonly index: MenuIndex;
  readonly chosen: readonly ChosenPart[];
  readonly onChange: (chosen: readonly ChosenPart[]) => void;
  /** What is missing of a group, in words, and how often the person has been led to it. */
  readonly fault?: GroupFault | undefined;
}

export interface GroupFault {
  readonly groupId: number | undefined;
  readonly text: string;
  readonly times: number;
}

/** Shows what the groups of a set menu offer, and the options of what is chosen in them. */
export function SetChoices({ groups, index, chosen, onChange, fault }: SetChoicesProps) {
  return groups.map((group) => (
    <Choices
      key={group.id}
      {...{ group, chosen, onChange }}
      fault={fault?.groupId === group.id ? fault : undefined}
      offers={offeredIn(group, (id) => index.find(id)?.item)}
    />
  ));
}

interface ChoicesProps extends Pick<SetChoicesProps, 'chosen' | 'onChange' | 'fault'> {
  readonly group: ChoiceGroup;
  readonly offers: readonly Offered[];
}

/** Shows what a group offers, and the options of what is chosen in it. */
function Choices({ group, offers, chosen, onChange, fault }: ChoicesProps) {
  const { t } = useTranslation();
  const inGroup = chosen.filter((part) => part.group.id === group.id);
  return (
    <fieldset className={css.group}>
      <legend>
        {group.name} <small>{t('service.chooseAtLeast', { count: group.choose })}</small>
      </legend>
      {fault && (
        <div key={fault.times} ref={leadTo}>
          <Alert>{fault.text}</Alert>
        </div>
      )}
      <Presets>
        {offers.map((offered) => (
          <Preset
            key={`${offered.choice.menuItemId} ${offered.choice.size}`}
            isChosen={inGroup.some(({ choice }) => choice === offered.choice)}
            disabled={!offered.menuItem.isAvailable}
            onChoose={() => onChange(afterTap(chosen, group, offered))}
          >
            <OfferedWords {...offered} count={inGroup.filter(({ choice }) => choice === offered.choice).length} />
          </Preset>
        ))}
      </Presets>
      {inGroup.map((part, place) =>
        (part.menuItem.modifierGroups ?? []).map((options) => (
          <OptionGroup
            key={`${place} ${options.id}`}
            group={options}
            name={`${part.menuItem.name} · ${options.name}`}
            chosen={part.options}
            onChosen={(next) => onChange(chosen.map((one) => (one === part ? { ...one, options: next } : one)))}
          />
        )),
      )}
    </fieldset>
  );
}

/** Leads a person to the group in which something is missing: it may be far above the button that they pressed. */
function leadTo(fault: HTMLElement | null): void {
  fault?.closest('fieldset')?.querySelector('button')?.focus({ preventScroll: true });
  fault?.scrollIntoView({ block: 'center' });
}

/** Names a choice: its item, size, extra, how often it is chosen, and that it is sold out. */
export function OfferedWords({ menuItem, size, choice, count = 1 }: Offered & { readonly count?: number }) {
  const { t } = useTranslation();
  const several = { size: size.value, hasSizes: menuItem.sizes.length > 1 };
  return (
    <>
      {count > 1 && `${count} × `}
      {[menuItem.name, sizeLabel(several)].filter(Boolean).join(' ')}{' '}
      {choice.extraPrice > 0 && (
        <small className={css.extra}>
          <bdi dir="ltr">+{formatAmount(laari(choice.extraPrice))}</bdi>
        </small>
      )}
      {!menuItem.isAvailable && <small className={css.extra}>{t('bill.soldOut')}</small>}
    </>
  );
}
