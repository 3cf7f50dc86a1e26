/** Fetches what prints, after the first screen: a till shows its bill without it. Source: R34.5. */
import { fetchOnce } from '../locale/fetch-once.ts';

/** Fetches the functions that print, and starts what prints by itself. What was saved before is printed then. */
export const fetchPrinting = fetchOnce(async () => {
  const [{ keepPrinting }, { printBill }, { printTickets }, { printCards }] = await Promise.all([
    import('./keep-printing.ts'),
    import('./printing.ts'),
    import('./tickets.ts'),
    import('./card/card-slips.ts'),
  ]);
  keepPrinting();
  return { printBill, printTickets, printCards };
});
