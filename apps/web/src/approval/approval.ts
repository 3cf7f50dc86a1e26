/** Commands that may need an approval: sent, refused, approved in place, sent again. Source: docs/rules.md#approvals. */
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { NewItem, WaitingEntry } from '@atoll/domain/contract/bill/approval-about';
import { useSyncExternalStore } from 'react';
import { CallError, type ErrorBody } from '../api/api.ts';

/** The subject of an approval. `permission` and `amount` come from the server's refusal where it names them. */
export interface ApprovalSubject {
  readonly permission: ActionPermission;
  /** What the person does, when it reduces a printed bill and `permission` is for that. */
  readonly doing?: ActionPermission | undefined;
  /** 'Bill', 'Shift' … */
  readonly subjectType: string;
  readonly subjectKey: string;
  /** The items of the bill that it is about. */
  readonly itemKeys?: readonly string[] | undefined;
  /** Those of them that the command adds to the bill. */
  readonly newItems?: readonly NewItem[] | undefined;
  /** The items that the dialog names, when the approval is not bound to them. */
  readonly shownItemKeys?: readonly string[] | undefined;
  /** Who gets the bills that are handed over. */
  readonly toUserId?: number | undefined;
  /** The waiting entries that are sent with it. */
  readonly entries?: readonly WaitingEntry[] | undefined;
  /** Laari, or percent. */
  readonly amount?: number | undefined;
  /** Asked in the dialog when absent. */
  readonly reason?: string | undefined;
  /** The command also works without the server, with an approval code (R36.5). */
  readonly worksOffline?: boolean | undefined;
  /** The server is away: the approval code is asked for. */
  readonly isOffline?: boolean | undefined;
}

/** Thrown when the person closed the dialog: nothing was done and there is no message to show. */
export class ApprovalDeclined extends Error {
  override readonly name = 'ApprovalDeclined';
}

export interface AskedApproval extends ApprovalSubject {
  readonly onGranted: (key: string) => void;
  readonly onClosed: () => void;
}

let asked: AskedApproval | null = null;
const listeners = new Set<() => void>();

function setAsked(next: AskedApproval | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Returns the approval that a command waits for, or null; for a component: useAskedApproval. */
export const askedApproval = (): AskedApproval | null => asked;

/** Returns the approval that a command waits for, or null. */
export function useAskedApproval(): AskedApproval | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, askedApproval);
}

/** Asks for an approval in the dialog; resolves with its key. Rejects with `ApprovalDeclined` when the person closes the dialog. */
export function askFor(subject: ApprovalSubject): Promise<string> {
  return new Promise((resolve, reject) => {
    setAsked({
      ...subject,
      onGranted: (key) => {
        setAsked(null);
        resolve(key);
      },
      onClosed: () => {
        setAsked(null);
        reject(new ApprovalDeclined());
      },
    });
  });
}

/** Returns the headers of a command with an approval. */
export function approvalHeaders(key: string | undefined): Readonly<Record<string, string>> {
  return key ? { 'X-Approval': key } : {};
}

/** Returns the subject with what the refusal names of it. */
export function namedBy({ permission, subjectKey, amount }: ErrorBody, subject: ApprovalSubject): ApprovalSubject {
  return {
    ...subject,
    ...(typeof permission === 'string' && { permission: permission as ActionPermission, doing: subject.permission }),
    ...(typeof subjectKey === 'string' && { subjectKey }),
    ...(typeof amount === 'number' && { amount }),
  };
}

/**
 * Runs a command (send it `quiet`, with `approvalHeaders(key)`). After a refusal 'approvalNeeded' the dialog asks for an approver and the
 * command is sent again with the approval; one that needs several asks for each. Rejects with `ApprovalDeclined` when the person closes the dialog.
 */
export async function withApproval<T>(
  subject: ApprovalSubject,
  command: (approvalKey: string | undefined) => Promise<T>,
): Promise<T> {
  const keys: string[] = [];
  for (;;) {
    try {
      return await command(keys.length > 0 ? keys.join(',') : undefined);
    } catch (error) {
      const refusal = error instanceof CallError && error.body?.reason === 'approvalNeeded' ? error.body : null;
      if (!refusal || keys.length >= maxApprovals) throw error;
      keys.push(await askFor(namedBy(refusal, subject)));
    }
  }
}

/** One command needs at most so many approvals. */
const maxApprovals = 3;
