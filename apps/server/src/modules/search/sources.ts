/** The tables whose records the search box finds: the entities of the back office. Other modules index their records when they write them. */
import { columnOf } from '@atoll/domain/resources/column';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';

export interface SearchSource {
  /** Name of one record's entity, as in its view route. */
  readonly entity: string;
  readonly table: string;
  /** The first of these columns that is not empty is the record's name. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** Permission of the screen that shows it. */
  readonly permission: string;
}

export const searchSources: readonly SearchSource[] = allResources
  .filter((definition) => !definition.isOrgWide)
  .map((definition) => {
    const column = (key: string) => columnOf(fieldOf(definition, key));
    const words = definition.views.search.map(column);
    return {
      entity: definition.name,
      table: definition.table,
      names: [column(definition.label), ...words],
      words,
      permission: definition.screen,
    };
  });
