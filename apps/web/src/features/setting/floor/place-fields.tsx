import {
  maxPlaceNameLength,
  maxSeats,
  type Place,
  type PlaceShape,
  placeRotated,
  placeShapes,
  type Section,
  slotIdentity,
} from '@atoll/domain/outlet/floor/floor-plan';
import { useState } from 'react';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Dropdown } from '../../../ui/choice/dropdown.tsx';
import { Button } from '../../../ui/display/button.tsx';
import { SelectField, TextField } from '../../../ui/field/field.tsx';
import { AmountField } from '../../../ui/number/amount-field.tsx';
import { wholeShape } from '../../../ui/number/number-entry.ts';
import css from './floor-section.module.css';
import { addSection, changePlace, takeOff } from './plan-draft.ts';

interface PlaceFieldsProps {
  readonly place: Place | undefined;
  readonly sections: readonly Section[];
  /** What is wrong with its name. */
  readonly nameError: string | undefined;
}

/** Edits the chosen place. */
export function PlaceFields({ place, sections, nameError }: PlaceFieldsProps) {
  const { t } = useTranslation();
  if (!place)
    return (
      <section className={css.fields} aria-label={t('setting.floorPlan.chosen')}>
        <p className={css.hint}>{t('setting.floorPlan.choose')}</p>
      </section>
    );
  return (
    <section className={css.fields} aria-label={t('setting.floorPlan.chosen')}>
      <h3>{slotName(t, place.type, place.slot)}</h3>
      <TextField
        label={t('setting.floorPlan.name')}
        error={nameError}
        maxLength={maxPlaceNameLength}
        value={place.name}
        onChange={(event) => changePlace({ ...place, name: event.currentTarget.value })}
      />
      <Seats key={slotIdentity(place)} place={place} />
      <SelectField
        label={t('setting.floorPlan.shape')}
        options={placeShapes.map((value) => ({ value, label: t(`setting.floorPlan.shapes.${value}`) }))}
        value={place.shape}
        onChange={(event) => changePlace({ ...place, shape: event.currentTarget.value as PlaceShape })}
      />
      <Dropdown
        key={`section of ${slotIdentity(place)}`}
        label={t('setting.floorPlan.section')}
        placeholder={t('setting.floorPlan.noSection')}
        keyField="name"
        data={sections}
        value={sections.find(({ id }) => id === place.sectionId) ?? null}
        onCreate={addSection}
        onChange={(next) => {
          // A section that was just added and its place are one step to undo.
          const isAdded = next !== null && !sections.includes(next);
          changePlace({ ...place, sectionId: next?.id ?? 0 }, isAdded);
        }}
      />
      <div className={css.buttons}>
        <Button icon="refresh" onClick={() => changePlace(placeRotated(place))}>
          {t('setting.floorPlan.rotate')}
        </Button>
        <Button icon="trash" onClick={() => takeOff(slotIdentity(place))}>
          {t('setting.floorPlan.takeOff')}
        </Button>
      </div>
    </section>
  );
}

const isSeats = (seats: number | null): seats is number => seats !== null && seats >= 1 && seats <= maxSeats;

/** Edits the number of seats. What is no such number stays in the field, and the plan keeps the last one. */
function Seats({ place }: { readonly place: Place }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<number | null>(place.seats);
  return (
    <AmountField
      label={t('setting.floorPlan.seats')}
      shape={wholeShape}
      value={isSeats(typed) ? place.seats : typed}
      error={isSeats(typed) ? undefined : t('setting.floorPlan.seatsRange', { most: maxSeats })}
      onChange={(seats) => {
        setTyped(seats);
        if (isSeats(seats)) changePlace({ ...place, seats });
      }}
    />
  );
}
