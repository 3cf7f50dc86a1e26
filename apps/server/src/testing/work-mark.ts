/** The marks of a page on the work that it makes, as the till's own code computes them. */
import { createHash, createHmac } from 'node:crypto';
import {
  markedWriteName,
  markText,
  waitingWriteName,
  waitingWriteText,
  workKeyText,
} from '@atoll/domain/contract/bill/waiting-write';

/** Returns the mark of a write in an outlet, with half of a page's proof. */
export function workMark(half: string, endpoint: string, outletId: number, body: unknown): string {
  const digest = createHash('sha256').update(waitingWriteText(outletId, body)).digest('base64url');
  const key = createHmac('sha256', half).update(workKeyText).digest();
  const named = markedWriteName(waitingWriteName(endpoint, body), digest);
  return markText(digest, createHmac('sha256', key).update(named).digest('base64url'));
}
