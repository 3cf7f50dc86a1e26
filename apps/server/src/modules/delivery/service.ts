/** What other modules may use of deliveries. */
export { changeDelivery, type DeliveryInput, markReady } from './change.ts';
export { listDeliveries } from './find.ts';
export { riderCash } from './rider.ts';
