/** The tables whose records the search box finds: those of the back office, as their definitions say. Other modules index what they write. */
import { columnOf } from '@atoll/domain/resources/column';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';

export interface SearchSource {
  /** Title of one, as its view route is named. */
  readonly entity: string;
  readonly table: string;
  /** The first of these columns that is not empty is the record's name. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** The screen that shows it. */
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
