/** What a till needs for its bill screen after the start: one file, which the page names for a device with a session. */
export { BillScreen } from '../features/bill/bill-screen.tsx';
export { SignedInFrame } from './signed-in-frame.tsx';
