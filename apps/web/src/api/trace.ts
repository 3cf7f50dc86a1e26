/**
 * Traces of what people do, for servers that export them: from the tap over the outbox and the commit to the other tills. Headers of W3C
 * Trace Context. Source: R34.21.
 */

const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const parentPattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const maxBills = 200;

/** Returns the headers of an outbox entry: its key is the id of its trace. `madeAt`: when it was tapped. */
export function entryTrace(key: string, madeAt: string): Readonly<Record<string, string>> {
  const id = keyPattern.test(key) ? key.replaceAll('-', '') : null;
  const at = Date.parse(madeAt);
  if (id === null) return {};
  return { traceparent: `00-${id}-${id.slice(16)}-01`, ...(at > 0 && { tracestate: `atoll=${at}` }) };
}

/** The trace of the last announced change of a bill, until the bill is fetched. */
const ofBills = new Map<number, string>();

/** Notes the trace of an announced change. */
export function noteBillTrace(billId: number | null, trace: string | undefined): void {
  if (billId === null || trace === undefined || !parentPattern.test(trace)) return;
  ofBills.delete(billId);
  ofBills.set(billId, trace);
  const [oldest] = ofBills.keys();
  if (ofBills.size > maxBills && oldest !== undefined) ofBills.delete(oldest);
}

/** Returns the headers of the call that fetches a bill after a change, once. */
export function takeBillTrace(ref: number | string): Readonly<Record<string, string>> {
  const trace = typeof ref === 'number' ? ofBills.get(ref) : undefined;
  if (typeof ref === 'number') ofBills.delete(ref);
  return trace === undefined ? {} : { traceparent: trace };
}
