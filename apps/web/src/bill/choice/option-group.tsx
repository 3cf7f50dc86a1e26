import type { ModifierGroup } from '@atoll/domain/menu/modifier';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { useTranslation } from '../../locale/use-translation.ts';
import { Preset, Presets } from '../../ui/choice/presets.tsx';
import css from './option-group.module.css';

interface OptionGroupProps {
  readonly group: ModifierGroup;
  /** Its name with that of the item, where several items are chosen. */
  readonly name?: string;
  readonly chosen: readonly number[];
  readonly onChosen: (chosen: readonly number[]) => void;
}

/** Shows one group of modifiers. Where only one option is allowed, choosing it replaces the other. */
export function OptionGroup({ group, name = group.name, chosen, onChosen }: OptionGroupProps) {
  const { t } = useTranslation();
  const groupIds = new Set(group.options.map((option) => option.optionId));
  const chosenHere = chosen.filter((id) => groupIds.has(id));
  const toggle = (id: number) => {
    if (chosen.includes(id)) onChosen(chosen.filter((one) => one !== id));
    else if (group.max === 1) onChosen([...chosen.filter((one) => !groupIds.has(one)), id]);
    else onChosen([...chosen, id]);
  };
  const { min, max } = group;
  const rule =
    min === max
      ? t('service.chooseAtLeast', { count: min })
      : min > 0
        ? t('service.chooseRange', { min, max })
        : t('service.chooseUpTo', { count: max });
  return (
    <fieldset className={css.group}>
      <legend>
        {name} <small>{rule}</small>
      </legend>
      <Presets>
        {group.options.map((option) => {
          const place = chosenHere.indexOf(option.optionId);
          const isFree = place >= 0 && place < group.freeCount && option.priceDelta > 0;
          return (
            <Preset
              key={option.optionId}
              isChosen={place >= 0}
              disabled={place < 0 && max > 1 && chosenHere.length >= max}
              onChoose={() => toggle(option.optionId)}
            >
              {option.name}{' '}
              {option.priceDelta !== 0 && (
                <small className={css.delta}>
                  {isFree ? (
                    t('service.free')
                  ) : (
                    <bdi dir="ltr">{`${option.priceDelta > 0 ? '+' : ''}${formatAmount(laari(option.priceDelta))}`}</bdi>
                  )}
                </small>
              )}
            </Preset>
          );
        })}
      </Presets>
    </fieldset>
  );
}
