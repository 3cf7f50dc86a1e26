/** The outlet's change log, by which a device that was offline finds what it missed. */
import { prepared } from '../prepared.ts';
import type { ChangeLogTable } from '../schema/schema.ts';
import type { ChangeNote, CommittedChange, OutletHead } from '../store.ts';

/** Appends a row. */
export const insertChange = prepared<ChangeLogTable>()((db, p) =>
  db.insertInto('change_log').values({
    outlet_id: p('outlet_id'),
    seq: p('seq'),
    entity: p('entity'),
    entity_id: p('entity_id'),
    version: p('version'),
    action: p('action'),
    at: p('at'),
  }),
);

/** Returns the next row of the log and the message for the hub. */
export function nextChange(
  head: OutletHead,
  note: ChangeNote,
  at: number,
  origin?: string,
): { row: ChangeLogTable; committed: CommittedChange } {
  head.seq += 1;
  if (note.entity === 'Menu' || note.entity === 'Settings') head.termsVersion += 1;
  const { entity, id, version, action } = note;
  return {
    row: { outlet_id: head.outletId, seq: head.seq, entity, entity_id: id, version, action, at },
    committed: {
      outlet: head.outletId,
      seq: head.seq,
      entity,
      id,
      version,
      action,
      ...(origin === undefined ? {} : { origin }),
    },
  };
}
