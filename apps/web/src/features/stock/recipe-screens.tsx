import type { RecipeView } from '@atoll/domain/contract/stock/recipe';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { formatAmount } from '@atoll/domain/money/money';
import { units } from '@atoll/domain/stock/unit';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/api.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { bodyOf, type Chosen, type FormValues, valuesOf } from '../../form/form-values.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { DeletePanel } from '../../record/delete-panel.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import { useGo } from '../../resource/resource-card.tsx';
import { useCanCall } from '../../resource/use-record.ts';
import { uuidv7 } from '../../session/id.ts';
import { useStockRefresh } from '../../stock/use-stock-refresh.ts';
import { Button } from '../../ui/display/button.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { RecipeCard } from './recipe-card.tsx';
import { RecipePart } from './recipe-part.tsx';

const path = '/inventory/recipes';

/** Returns the cost as a share of the price; '' without a price. */
const shareOf = ({ cost, sellingPrice }: RecipeView): string =>
  sellingPrice ? `${Math.round((cost / sellingPrice) * 100)} %` : '';

/** Lists recipes: what dishes and their parts are made of, and their current cost. */
export function RecipesScreen() {
  const { t } = useTranslation();
  const list = useGridPage<RecipeView>('recipe.list');
  const canWrite = useCanCall('recipe.update');
  const routes = useGridRoutes<RecipeView>({ path, idOf: (row) => row.id, canWrite });
  const columns: GridColumn<RecipeView>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'name', label: t('recipe.name'), sortable: true, strong: true, width: 220, cell: (row) => row.name },
    {
      key: 'menuItemName',
      sortable: true,
      label: t('recipe.menuItem'),
      cell: (row) => row.menuItemName || t('recipe.partWord'),
    },
    {
      key: 'size',
      label: t('recipe.size'),
      sortable: true,
      width: 110,
      cell: (row) => (row.menuItemId ? row.size || t('recipe.anySize') : ''),
    },
    { key: 'cost', sortable: true, label: t('recipe.cost'), align: 'end', cell: (row) => formatAmount(row.cost) },
    {
      key: 'sellingPrice',
      sortable: true,
      label: t('recipe.price'),
      align: 'end',
      cell: (row) => (row.sellingPrice === null ? '' : formatAmount(row.sellingPrice)),
    },
    { key: 'share', sortable: true, label: t('recipe.share'), align: 'end', width: 120, cell: shareOf },
    {
      key: 'lines',
      label: t('recipe.lines'),
      width: 160,
      cell: (row) => row.lines.map(({ name }) => name).join(', '),
    },
  ];
  return (
    <>
      <DataGrid
        title={t('recipe.many')}
        columns={columns}
        {...list}
        {...routes}
        rowName={(row) => row.name}
        emptyHint={t('recipe.emptyHint')}
      />
      <Outlet />
    </>
  );
}

function useFields(): FieldDefinition[] {
  const { t } = useTranslation();
  return [
    { key: 'name', label: t('recipe.name'), kind: 'text', required: true, maxLength: 80 },
    {
      key: 'menuItemId',
      label: t('recipe.menuItem'),
      kind: 'reference',
      entity: 'menu_item',
      hint: t('recipe.menuItemHint'),
    },
    { key: 'size', label: t('recipe.size'), kind: 'text', maxLength: 20, hint: t('recipe.sizeHint') },
    {
      key: 'lines',
      label: t('recipe.lines'),
      kind: 'list',
      required: true,
      min: 1,
      max: 60,
      fields: [
        { key: 'itemId', label: t('recipe.item'), kind: 'reference', entity: 'inventory_item' },
        { key: 'subRecipeId', label: t('recipe.part'), kind: 'reference', entity: 'recipe' },
        { key: 'qty', label: t('recipe.qty'), kind: 'quantity', min: 0.001, required: true },
        { key: 'unit', label: t('recipe.unit'), kind: 'choice', options: units, required: true },
        { key: 'wastagePct', label: t('recipe.wastage'), kind: 'percent', min: 0, max: 90 },
      ],
    },
    { key: 'yieldQty', label: t('recipe.yieldQty'), kind: 'quantity', min: 0.001, required: true },
    { key: 'yieldUnit', label: t('recipe.yieldUnit'), kind: 'choice', options: units, required: true },
    { key: 'method', label: t('recipe.method'), kind: 'multiline', maxLength: 2000 },
  ];
}

/** Returns a recipe of the API as form values; each row names an item or a recipe. */
function formOf(recipe: RecipeView): FormValues {
  return {
    ...recipe,
    lines: recipe.lines.map((line) => ({ ...line, itemName: line.name, subRecipeName: line.name })),
  };
}

const toBody = (fields: readonly FieldDefinition[], values: FormValues): Record<string, unknown> => {
  const body = bodyOf(fields, values);
  const lines = body['lines'] as readonly Record<string, unknown>[];
  return { ...body, lines: lines.map((line) => ({ ...line, wastagePct: line['wastagePct'] ?? 0 })) };
};

/** Returns the name of the dish, which a new recipe has too. */
const nameOf = async (dish: unknown): Promise<unknown> => (dish as Chosen | null)?.name;

interface RecipeFormProps {
  readonly recipe: RecipeView | null;
  readonly title: string;
  readonly onClosed: () => void;
  readonly onSaved: (recipe: RecipeView) => void;
}

function RecipeForm({ recipe, title, onClosed, onSaved }: RecipeFormProps) {
  const { t } = useTranslation();
  const refresh = useStockRefresh();
  const [stored] = useState(recipe);
  const [key] = useState(uuidv7);
  const fields = useFields();
  const first = { yieldQty: 1, yieldUnit: 'portion', lines: [{ unit: 'g' }] };
  return (
    <FormDialog
      {...{ fields, title, onClosed }}
      size="l"
      values={valuesOf(fields, stored ? formOf(stored) : first)}
      draftKey={`recipe/${stored?.id ?? 'create'}`}
      following={stored ? undefined : { key: 'name', after: 'menuItemId', valueFor: nameOf }}
      custom={{ lines: RecipePart }}
      send={stored ? { method: 'PUT', path: '/ims/recipe/update' } : { method: 'POST', path: '/ims/recipe/create' }}
      toBody={(values) => ({
        ...(stored ? { id: stored.id, version: stored.version } : { key }),
        ...toBody(fields, values),
      })}
      onSaved={(answer) => {
        refresh();
        showToast(t('resource.saved', { name: t('recipe.one') }), 'good');
        onSaved(answer as RecipeView);
      }}
    />
  );
}

/** 'Create Recipe' */
export function CreateRecipe() {
  const { t } = useTranslation();
  const close = useReturn(path);
  const go = useGo(path);
  const title = t('resource.create', { name: t('recipe.one') });
  return <RecipeForm recipe={null} title={title} onClosed={close} onSaved={({ id }) => go(`view/${id}`)} />;
}

function useRecipe() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return useFound('recipe.find', id, () => call('recipe.find', { params: { id }, inPlace: true }));
}

/** 'Edit Recipe' */
export function EditRecipe() {
  const { t } = useTranslation();
  const close = useReturn(path);
  const found = useRecipe();
  const title = t('resource.edit', { name: t('recipe.one') });
  // The form starts from what the server has now, never from cached data.
  if (!found.data || !found.isFetchedAfterMount)
    return (
      <FoundPanel found={found} title={title} onClose={close}>
        {() => null}
      </FoundPanel>
    );
  return <RecipeForm recipe={found.data} title={title} onClosed={close} onSaved={close} />;
}

/** 'View Recipe': shows its ingredients, yield, cost and price. */
export function ViewRecipe() {
  const { t } = useTranslation();
  const close = useReturn(path);
  const go = useGo(path);
  const canWrite = useCanCall('recipe.update');
  return (
    <FoundPanel
      found={useRecipe()}
      title={t('resource.view', { name: t('recipe.one') })}
      onClose={close}
      footer={(recipe) =>
        canWrite && (
          <>
            <Button onClick={() => go(`delete/${recipe.id}`)}>{t('resource.deleteButton')}</Button>
            <Button look="main" onClick={() => go(`edit/${recipe.id}`)}>
              {t('resource.editButton')}
            </Button>
          </>
        )
      }
    >
      {(recipe) => <RecipeCard recipe={recipe} share={shareOf(recipe)} />}
    </FoundPanel>
  );
}

/** 'Delete Recipe' */
export function DeleteRecipe() {
  const { t } = useTranslation();
  const close = useReturn(path);
  const refresh = useStockRefresh();
  return (
    <DeletePanel
      found={useRecipe()}
      name={t('recipe.one')}
      nameOf={(recipe) => recipe.name}
      remove={({ id }) => call('recipe.delete', { params: { id: String(id) }, inPlace: true })}
      onDeleted={refresh}
      onClose={close}
    />
  );
}
