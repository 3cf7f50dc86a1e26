/** Checks the slips that a till hands over: they have the outlet and the person that the server knows, and look like no bill. Source: R36.18, docs/rules.md#handed-bills. */
import { type PrintRequest, printRequest } from '@atoll/domain/contract/bill/print';
import { isBillHead, notReceipt } from '@atoll/domain/contract/bill/print-heads';
import { refused } from '../../platform/errors/refused.ts';
import { requirePermission } from '../../platform/http/require-permission.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { outletOnPaper } from './bill-job.ts';
import type { JobBody, StationActor } from './job.ts';

type Slip = NonNullable<PrintRequest['slip']>;

/** The longest note of a slip. */
const maxNote = 300;

/** What else of a slip its till decides. */
const furtherFields = ['openDrawer', 'language', 'copies', 'copyNo', 'picture'] as const;

/** Returns whether a job prints a slip, or a picture below a title. */
export const isSlipJob = ({ type, picture }: JobBody): boolean =>
  type === 'Slip' || (type === 'Image' && picture !== undefined);

/**
 * Returns the job of a slip as a station gets it: of a bill that its till sent it has nothing, and with several figures it says that it is no receipt. Refused:
 * 'malformed', and 'forbidden' for a slip that reads as a bill, and for a picture from a person who sees no reports.
 */
export async function buildSlipJob(tx: OutletTx, actor: StationActor, sent: JobBody): Promise<JobBody> {
  const parsed = printRequest.shape.slip.safeParse(sent['slip']);
  if (!parsed.success) throw refused('malformed');
  if (sent['picture'] !== undefined) requirePermission(actor, 'Reports');
  const slip = parsed.data && checkedSlip(parsed.data);
  const { type, printerName, jobKey, drawerKey } = sent;
  const further = furtherFields.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]] as const);
  return {
    type,
    printerName,
    jobKey,
    ...(drawerKey !== undefined && { drawerKey }),
    ...Object.fromEntries<unknown>(further),
    bill: { type: 'Table', slot: '', items: [] },
    outlet: await outletOnPaper(tx),
    printedBy: actor.name,
    ...(slip && { slip }),
  };
}

/** An amount as paper has it, wherever it stands. */
const amount = /\d[.,]\d/g;

/** Returns the slip with a note when it has several figures, or a row that reads as the heading of a bill. Refused: 'forbidden' when it is headed as a bill. */
function checkedSlip(slip: Slip): Slip {
  const { title, large, note, rows } = slip;
  if (isBillHead(title) || isBillHead(large)) throw refused('forbidden');
  const withFigure = rows.filter(({ label, value }) => value.trim() !== '' || label.search(amount) >= 0);
  const figures = withFigure.length + (note.match(amount) ?? []).length;
  if (figures < 2 && !rows.some(({ label }) => isBillHead(label))) return slip;
  const room = maxNote - notReceipt.length - 1;
  return { ...slip, note: [note.slice(0, room), notReceipt].filter(Boolean).join('\n') };
}
