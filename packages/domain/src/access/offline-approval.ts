/**
 * Approvals without the server: the approver types an approval code at the till, which unlocks a secret that the till shares with the server.
 * The till signs the approval with it, and sends it with the work. Source: R36.5, docs/rules.md#offline-approvals.
 */
import type { ActionPermission } from './permission.ts';

/** Digits of an approval code: more than a passcode has, because only the device checks it. */
export const approvalCodeLength = 6;
const approvalCodePattern = /^\d{6}$/;

/** How many approvals without the server one person may give in a shift of an outlet. */
export const maxOfflineApprovals = 10;
/** How long after it was given such an approval may arrive, ms. */
export const offlineApprovalMs = 72 * 60 * 60 * 1000;

/** Returns whether an approval code has six digits. */
export const isApprovalCode = (text: string): boolean => approvalCodePattern.test(text);

/** Returns whether an approval code is among those that are guessed first: few different digits, or digits in a row. */
export function isWeakApprovalCode(code: string): boolean {
  const steps = new Set([...code].slice(1).map((digit, i) => Number(digit) - Number(code[i])));
  return new Set(code).size < 3 || steps.size === 1;
}

/** What is approved. */
export interface ApprovedAction {
  readonly outletId: number;
  readonly permission: ActionPermission;
  /** Key of the bill. */
  readonly subjectKey: string;
  /** The items that it changes; none for the bill itself. */
  readonly itemKeys?: readonly string[] | undefined;
  /** Id of the person who asked. */
  readonly requestedBy: number;
}

/** An approval as the till sends it in `X-Approval`. */
export interface OfflineApproval {
  /** Id of the approval code. */
  readonly codeId: string;
  /** Key of this approval, made by the till. */
  readonly key: string;
  /** Epoch ms. */
  readonly madeAt: number;
  /** Laari or percent, where the action has a limit. */
  readonly amount: number | null;
  /** HMAC-SHA-256 of `offlineApprovalText` under the shared secret, base64url. */
  readonly mac: string;
}

/** Returns the text that the till signs. */
export function offlineApprovalText(action: ApprovedAction, approval: Omit<OfflineApproval, 'mac'>): string {
  const { outletId, permission, subjectKey, requestedBy, itemKeys = [] } = action;
  const { codeId, key, madeAt, amount } = approval;
  const what = [permission, subjectKey.toLowerCase(), itemKeys.map((one) => one.toLowerCase()).toSorted()];
  return JSON.stringify([codeId, key, madeAt, amount, outletId, ...what, requestedBy]);
}

const prefix = 'offline';

/** Returns the header of an approval. */
export const offlineHeader = ({ codeId, key, madeAt, amount, mac }: OfflineApproval): string =>
  [prefix, codeId, key, madeAt, amount ?? '', mac].join(':');

const headerPattern =
  /^offline:([\w-]{8,40}):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{12,15}):(\d{0,12}(?:\.\d{1,4})?):([\w-]{43})$/;

/** Returns the approval of a header; null for another one. */
export function offlineApprovalOf(header: string | undefined): OfflineApproval | null {
  const parts = headerPattern.exec(header ?? '');
  if (!parts) return null;
  const [, codeId = '', key = '', madeAt = '', amount = '', mac = ''] = parts;
  return { codeId, key, madeAt: Number(madeAt), amount: amount === '' ? null : Number(amount), mac };
}

/** Returns the key under which a used approval is stored: bills and the history show by it that the server did not see it given. */
export const offlineApprovalKey = ({ key }: OfflineApproval): string => `${prefix}-${key}`;

/** Returns whether a stored approval was given without the server. */
export const isOfflineApproval = (approvalKey: string): boolean => approvalKey.startsWith(`${prefix}-`);
