import { endpointsOf, type ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { RecipeView } from '@atoll/domain/contract/stock/recipe';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { units } from '@atoll/domain/stock/unit';
import { useLayoutEffect, useRef } from 'react';
import { call, request } from '../../api/api.ts';
import { FormField, type FormFieldProps } from '../../form/form-field.tsx';
import type { Chosen, FormValues } from '../../form/form-values.ts';
import { ListField, type Part } from '../../form/list-field.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { Dropdown } from '../../ui/choice/dropdown.tsx';

/** Returns recipes that are parts of others, by name. */
async function partsOf(search: string): Promise<readonly Chosen[]> {
  const found = (await call('recipe.list', {
    query: { menuItemId: '0', ...(search ? { search } : {}) },
    inPlace: true,
  })) as readonly RecipeView[];
  return found.map(({ id, name }) => ({ id, name }));
}

/** Recipes have no generic endpoints, so their dropdown has its own query. */
const OwnPart: Part = (props) => <PartField {...props} />;

function PartField(props: Parameters<Part>[0]) {
  const { field, value, onChange, onBlur, error } = props;
  if (field.entity !== 'recipe') return <FormField {...props} />;
  return (
    <Dropdown
      label={field.label}
      keyField="name"
      data={partsOf}
      value={value as Chosen | null}
      onChange={onChange}
      onBlur={onBlur}
      error={error}
    />
  );
}

/** Returns the unit in which an item is kept. */
async function unitOf(id: number): Promise<unknown> {
  const path = endpointsOf(inventoryItem).find.path.replace(':id', String(id));
  return ((await request('GET', path, { inPlace: true })).answer as ResourceRecord)['stockUnit'];
}

const itemIn = (row: FormValues | undefined) => row?.['itemId'] as Chosen | null | undefined;

/** Returns a function that changes the rows. A row whose item is chosen gets the unit of the item: 2 of an item that is kept in kg are 2 kg. */
function useUnits(rows: readonly FormValues[], onChange: (rows: readonly FormValues[]) => void) {
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });
  return (next: readonly FormValues[]) => {
    const index = next.findIndex((row, n) => itemIn(row) && itemIn(row)?.id !== itemIn(rows[n])?.id);
    const row = next[index];
    const item = itemIn(row);
    onChange(next);
    if (!row || !item || next.length !== rows.length) return;
    void unitOf(item.id)
      .then((unit) => {
        const now = latest.current[index];
        if (units.includes(unit as never) && now?.['unit'] === row['unit'] && itemIn(now)?.id === item.id)
          onChange(latest.current.map((one, n) => (n === index ? { ...one, unit } : one)));
      })
      // Without an answer the unit stays as it is, and the person chooses it.
      .catch(() => undefined);
  };
}

/** Edits the ingredients of a recipe; each is an inventory item or another recipe. */
export function RecipePart(props: FormFieldProps) {
  const { t } = useTranslation();
  const field: FieldDefinition = { ...props.field, label: t('recipe.lines') };
  const { value, error, faults, showsAllFaults, onBlur } = props;
  const onChange = useUnits(value as readonly FormValues[], props.onChange);
  return (
    <ListField part={OwnPart} {...{ field, onChange, error, faults, showsAllFaults, onBlur }} value={value as never} />
  );
}
