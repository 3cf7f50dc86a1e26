/** The functions of deliveries for other modules. */
export { changeDelivery, type DeliveryInput, markReady } from './change.ts';
export { listDeliveries } from './find.ts';
export { riderCash } from './rider.ts';
