import type { RecipeView } from '@atoll/domain/contract/stock/recipe';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactGrid } from '../../record/fact-list.tsx';
import parts from '../../record/record-parts.module.css';
import { RecordTable } from '../../record/record-table.tsx';
import { qtyText } from '../../stock/quantity.ts';
import { Money } from '../../ui/display/money.tsx';

/** Shows a recipe: its ingredients, what it makes and what it costs. `share`: the cost as a percentage of the selling price, as text. */
export function RecipeCard({ recipe, share }: { readonly recipe: RecipeView; readonly share: string }) {
  const { t } = useTranslation();
  return (
    <div className={parts.stack}>
      <div className={parts.top}>
        <strong>{recipe.name}</strong>
        {recipe.menuItemId > 0 && (
          <span className={parts.hint}>
            {recipe.menuItemName} · {recipe.size || t('recipe.anySize')}
          </span>
        )}
      </div>
      <FactGrid>
        <div>
          <dt>{t('recipe.yieldQty')}</dt>
          <dd>{qtyText(recipe.yieldQty, recipe.yieldUnit)}</dd>
        </div>
        <div>
          <dt>{t('recipe.viewCost', { unit: recipe.yieldUnit })}</dt>
          <dd>
            <Money laari={recipe.cost} currency />
          </dd>
        </div>
        {recipe.sellingPrice !== null && (
          <>
            <div>
              <dt>{t('recipe.price')}</dt>
              <dd>
                <Money laari={recipe.sellingPrice} currency />
              </dd>
            </div>
            <div>
              <dt>{t('recipe.share')}</dt>
              <dd>{share}</dd>
            </div>
          </>
        )}
      </FactGrid>
      <RecordTable>
        <thead>
          <tr>
            <th scope="col">{t('recipe.ingredient')}</th>
            <th scope="col" data-end>
              {t('recipe.qty')}
            </th>
            <th scope="col" data-end>
              {t('recipe.wastage')}
            </th>
          </tr>
        </thead>
        <tbody>
          {recipe.lines.map((line, index) => (
            // The rows of a stored recipe do not move.
            <tr key={index}>
              <td data-name>{line.name}</td>
              <td data-end>{qtyText(line.qty, line.unit)}</td>
              <td data-end>{line.wastagePct ? `${line.wastagePct} %` : ''}</td>
            </tr>
          ))}
        </tbody>
      </RecordTable>
      {recipe.method && <p style={{ whiteSpace: 'pre-line' }}>{recipe.method}</p>}
    </div>
  );
}
