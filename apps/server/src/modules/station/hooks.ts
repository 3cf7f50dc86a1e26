/** Hooks of stations: what bad input gets, and tills are told. Source: R23.17, R23.18, docs/rules.md#stations. */
import { isFirstStation } from '@atoll/domain/outlet/station';
import type { OutletTx } from '../../platform/store/store.ts';
import { type Errors, invalid } from '../../resource/check.ts';
import type { ResourceHooks, ResourceWrite } from '../../resource/hooks.ts';
import { readPlan } from '../floor/service.ts';

const maxPrinterLength = 60;

/** Returns what is wrong with a station, by field. */
async function stationErrors(tx: OutletTx, { after, before }: ResourceWrite): Promise<Errors> {
  const errors: Errors = {};
  const [amber, red] = [after['amberMinutes'], after['redMinutes']] as (number | null)[];
  const sections = after['sectionIds'] as readonly string[];
  if (before === null && !/^[A-Z0-9]{1,12}$/.test(String(after['code'])))
    errors['code'] = 'Code may have capital letters and digits only';
  if (amber && red && red <= amber) errors['redMinutes'] = 'Red must come after yellow';
  if ((after['printers'] as readonly string[]).some((name) => name.trim() === '' || name.length > maxPrinterLength))
    errors['printers'] = 'The name of a printer has 1 to 60 characters';
  if (sections.length > 0) {
    const known = new Set((await readPlan(tx.db, tx.head.outletId)).sections.map(({ id }) => String(id)));
    const had = new Set((before?.['sectionIds'] ?? []) as readonly string[]);
    if (sections.some((id) => !known.has(id) && !had.has(id))) errors['sectionIds'] = 'Section not found';
  }
  return errors;
}

export const stationHooks: ResourceHooks = {
  async beforeWrite(tx, write) {
    const { action, after } = write;
    if (action === 'Deactivated') {
      if (isFirstStation(String(after['code'])))
        throw invalid({ code: 'Every outlet has Kitchen, Bar and Grill. Take their items away instead' });
      return undefined;
    }
    const errors = await stationErrors(tx, write);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return undefined;
  },
  async afterWrite(tx, { action, id, version, actor }) {
    // Modifiers name their station in the menu.
    if (action === 'Deactivated' || action === 'Restored')
      tx.change({ entity: 'Menu', id: null, version, action: 'Updated' }, actor.connectionId);
    tx.change({ entity: 'Settings', id, version, action: 'Updated' }, actor.connectionId);
  },
};
