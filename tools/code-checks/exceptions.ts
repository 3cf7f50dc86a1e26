/** Functions that may be longer than others, `path#name`, each with its reason. */
export const longFunctionReasons: Readonly<Record<string, string>> = {
  'apps/print-server/src/spool/queue.ts#printQueue':
    'One state machine: each of its short functions reads or changes the queued jobs, the pause and the running attempt.',
  'apps/web/src/bills/marks.ts#ticketMarks':
    'One set of marks: its short functions share the timers and the lookups of each bill, and every byte comes before the bill screen.',
  'tools/simulator/core/core.ts#playCore':
    'One random history: its short actions share the requests in flight, the expected items, and the order of random numbers.',
  'tools/simulator/network.ts#makeNetwork':
    'One simulated network: its short functions share the conditions, the connections, and the order of random numbers.',
};

/** Fields and permissions that may be without effect, each with its reason. */
export const unusedKeyReasons: Readonly<Record<string, string>> = {};
