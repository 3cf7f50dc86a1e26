import type { RecipeView } from '@atoll/domain/contract/stock/recipe';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { FormField, type FormFieldProps } from '../../form/form-field.tsx';
import type { Chosen } from '../../form/form-values.ts';
import { ListField, type Part } from '../../form/list-field.tsx';
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

/** Edits the ingredients of a recipe; each is an inventory item or another recipe. */
export function RecipePart(props: FormFieldProps) {
  const { t } = useTranslation();
  const field: FieldDefinition = { ...props.field, label: t('recipe.lines') };
  const { value, onChange, error, faults, showsAllFaults, onBlur } = props;
  return (
    <ListField part={OwnPart} {...{ field, onChange, error, faults, showsAllFaults, onBlur }} value={value as never} />
  );
}
