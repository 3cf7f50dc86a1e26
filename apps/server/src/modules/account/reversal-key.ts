/** The key of the reversal of a payment on a house account. */
import { derivedKey } from '@atoll/domain/bill/derived-key';

/** Returns the key of the reversal of a payment: always the same, so that a payment is reversed once. */
export const reversalKey = (paymentKey: string): string => derivedKey(`reverse ${paymentKey}`);
